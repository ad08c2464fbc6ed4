/**
 * Owners of partitions that run step by step, as a test or a seed tells them: the real core over
 * lists, topics and progress in memory, where exactly one of all runs at any time.
 */
package io.longtail.followers.simulation;
