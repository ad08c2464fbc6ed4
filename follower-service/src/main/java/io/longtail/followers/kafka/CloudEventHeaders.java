package io.longtail.followers.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** CloudEvents 1.0 attributes of our own topics, in binary mode: one header each. */
final class CloudEventHeaders {
  private static final Header SPEC_VERSION = header("ce_specversion", "1.0");
  private static final Header SOURCE = header("ce_source", "/longtail/follower-service");
  private static final Header CONTENT_TYPE = header("content-type", "application/json");

  private CloudEventHeaders() {}

  static List<Header> of(String type, String id) {
    return List.of(
        SPEC_VERSION, SOURCE, CONTENT_TYPE, header("ce_type", type), header("ce_id", id));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
