/** What every REST answer of every service has in common: problems, limits, ids, links. */
package io.longtail.service.web;
