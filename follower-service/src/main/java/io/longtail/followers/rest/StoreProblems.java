package io.longtail.followers.rest;

import io.longtail.followers.ListMovedException;
import io.longtail.followers.StoreUnavailableException;
import io.longtail.service.web.ProblemException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers for what a later request may well succeed in. */
class StoreProblems {
  private static final Logger LOG = Logger.getLogger(StoreProblems.class);

  @ServerExceptionMapper
  Response listMoved(ListMovedException e) {
    return ProblemException.unavailable(e.getMessage(), Duration.ofSeconds(1)).response();
  }

  @ServerExceptionMapper
  Response storeUnavailable(StoreUnavailableException e) {
    LOG.warnf("a read failed: %s", e.getCause());
    return ProblemException.unavailable(e.getMessage(), Duration.ofSeconds(2)).response();
  }
}
