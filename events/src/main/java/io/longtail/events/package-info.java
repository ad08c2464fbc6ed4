/**
 * The event contract: what travels on which Kafka topic, and the one codec that writes and reads
 * it. Nothing in here knows a service, a broker or a database.
 */
package io.longtail.events;
