/**
 * Trials of the whole line: Kafka, the MongoDB-protocol server and the services run in processes of
 * their own, which are killed, stalled, stopped and cut off while events flow. What is stored and
 * published in the end is compared with a model replayed from the log. How long and how hard is set
 * in one place, the properties {@code trials.*} of the root's {@code pom.xml}.
 */
package io.longtail.trials;
