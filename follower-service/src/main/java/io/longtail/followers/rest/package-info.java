/** Reads over HTTP: lists, relationships, outliers; and reading one's own write. */
package io.longtail.followers.rest;
