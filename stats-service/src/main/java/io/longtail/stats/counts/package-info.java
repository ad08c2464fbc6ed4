/**
 * How counts follow from the records that carry them: pure functions of what was known and what
 * came. No clock, no log, no store; nothing but the JDK.
 */
package io.longtail.stats.counts;
