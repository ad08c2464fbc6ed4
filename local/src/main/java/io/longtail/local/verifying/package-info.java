/**
 * The check of the laws on a live system: what is stored is read directly and judged by rules of
 * its own, so that it shares no fault with the services that wrote it.
 *
 * <p>Everything streams: one list at a time, of a list only eight bytes for each edge. The two
 * sides are compared by sums over buckets of edges, so that only edges of buckets that differ are
 * ever held in memory.
 */
package io.longtail.local.verifying;
