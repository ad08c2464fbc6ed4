/**
 * The outlier list as values: a head, its pages, and the steps that turn one head into the next.
 *
 * <p>Pure: nothing in here knows a clock, a log, a thread or a database, nor which side of the
 * graph a list is on. A step takes values and returns values; whoever saves the result does it by
 * compare-and-set on {@link io.longtail.followers.edgelist.Head#revision()}.
 */
package io.longtail.followers.edgelist;
