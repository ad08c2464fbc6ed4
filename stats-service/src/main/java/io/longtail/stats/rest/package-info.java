/** The counts over HTTP, as JSON. */
package io.longtail.stats.rest;
