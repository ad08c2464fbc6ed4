/** What the demonstration does to a running stack, and what it shows of it. */
package io.longtail.local.demo;
