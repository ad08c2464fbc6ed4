package io.longtail.followers.rest;

import io.longtail.followers.ProgressWatch;
import io.longtail.service.web.ProblemException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Reading one's own write: a read with the header {@code Longtail-After: <partition>:<offset>[,…]}
 * waits until those positions are applied. It waits without a thread.
 */
class AfterFilter {
  static final String HEADER = "Longtail-After";
  private static final Pattern POSITION = Pattern.compile("\\s*(\\d{1,9}):(\\d{1,18})\\s*");
  private static final int POSITIONS_MAX = 100;

  private final ProgressWatch watch;
  private final Duration atMost;

  AfterFilter(
      ProgressWatch watch, @ConfigProperty(name = "longtail.after-wait-max") Duration atMost) {
    this.watch = watch;
    this.atMost = atMost;
  }

  @ServerRequestFilter
  Uni<Response> await(ContainerRequestContext request) {
    String header = request.getHeaderString(HEADER);
    if (header == null) {
      return Uni.createFrom().nullItem();
    }
    return Uni.createFrom()
        .completionStage(watch.reached(positions(header), atMost))
        .map(
            reached -> {
              if (!reached) {
                throw ProblemException.unavailable(
                    HEADER + " " + header + " is not applied yet", Duration.ofSeconds(1));
              }
              return null;
            });
  }

  /** The highest offset asked for in each partition. */
  static Map<Integer, Long> positions(String header) {
    Map<Integer, Long> positions = new HashMap<>();
    for (String text : header.split(",", POSITIONS_MAX)) {
      Matcher position = POSITION.matcher(text);
      if (!position.matches()) {
        throw ProblemException.badRequest(
            HEADER,
            "must be up to "
                + POSITIONS_MAX
                + " positions <partition>:<offset>, separated by commas");
      }
      positions.merge(
          Integer.valueOf(position.group(1)), Long.valueOf(position.group(2)), Math::max);
    }
    return positions;
  }
}
