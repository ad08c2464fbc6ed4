package io.longtail.followers.rest;

import io.longtail.followers.ListMovedException;
import io.longtail.service.web.ProblemException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers for what a later request may well succeed in. */
class StoreProblems {
  @ServerExceptionMapper
  Response listMoved(ListMovedException e) {
    return ProblemException.unavailable(e.getMessage(), Duration.ofSeconds(1)).response();
  }
}
