/** Follow events in, changes and counts out: records, headers, dead letters. */
package io.longtail.followers.kafka;
