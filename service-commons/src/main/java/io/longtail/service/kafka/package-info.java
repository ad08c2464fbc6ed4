/**
 * How a service reads a log and writes to it: one batch of one partition strictly after another,
 * and publishing in order up to the first refusal. Knows records and partitions, no event.
 */
package io.longtail.service.kafka;
