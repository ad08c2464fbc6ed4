/**
 * Kafka on one machine: a broker inside a JVM, and the topics of the contract made on any broker.
 */
package io.longtail.local.kafka;
