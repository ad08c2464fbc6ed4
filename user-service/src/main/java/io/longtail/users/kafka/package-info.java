/** Follow events into Kafka, and published counts out of it. */
package io.longtail.users.kafka;
