package io.longtail.trials;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads lists over REST, and what must hold of every single answer. */
final class Answers {
  /** The most that one answer holds. */
  static final int LIMIT = 1_000;

  private Answers() {}

  /** Laws 1 and 2 of one answer to a read from the list's newest end; empty if both hold. */
  static Optional<String> violation(JsonNode part) {
    List<String> ids = ids(part);
    if (new HashSet<>(ids).size() != ids.size()) {
      return Optional.of("somebody is listed twice");
    }
    long count = part.get("count").asLong();
    if (part.has("nextCursor") ? count <= ids.size() : count != ids.size()) {
      return Optional.of("count is " + count + ", and " + ids.size() + " are listed");
    }
    return Optional.empty();
  }

  static List<String> ids(JsonNode part) {
    List<String> ids = new ArrayList<>();
    part.get("items").forEach(item -> ids.add(item.get("id").asText()));
    return ids;
  }

  /** The whole list, newest first. */
  static List<String> walk(ServiceProcess service, String user, String side) throws IOException {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    while (true) {
      String path = "/users/" + user + "/" + side + "?limit=" + LIMIT + cursor;
      ServiceProcess.Answer answer = service.getPatiently(path);
      if (answer.status() != 200) {
        throw new IOException(side + " of " + user + ": status " + answer.status());
      }
      ids.addAll(ids(answer.body()));
      if (!answer.body().has("nextCursor")) {
        return ids;
      }
      cursor = "&cursor=" + answer.body().get("nextCursor").asText();
    }
  }
}
