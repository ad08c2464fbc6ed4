/** The records that come in from follower-service, and the stats that go out, on Kafka. */
package io.longtail.stats.kafka;
