/** Generated graphs that look like real ones. */
package io.longtail.local.graph;
