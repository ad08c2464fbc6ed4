package io.longtail.users.rest;

import io.longtail.service.web.ProblemException;
import io.longtail.users.NotConfirmedException;
import io.longtail.users.StoreUnavailableException;
import io.longtail.users.UnknownUserException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What the failures of this service's core are to a client. */
public class ProblemAnswers {
  private static final Logger LOG = Logger.getLogger(ProblemAnswers.class);

  /** A second: by then a new primary or leader is elected, in the good case. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  @ServerExceptionMapper
  public Response unknown(UnknownUserException e) {
    return ProblemException.notFound(e.getMessage()).response();
  }

  @ServerExceptionMapper
  public Response storeAway(StoreUnavailableException e) {
    LOG.warnf("503, the database did not answer: %s", e.getMessage());
    return ProblemException.unavailable(
            "the database did not answer in time; repeating is safe", RETRY_AFTER)
        .response();
  }

  @ServerExceptionMapper
  public Response notConfirmed(NotConfirmedException e) {
    LOG.warnf("503, a follow event was not confirmed: %s", e.getMessage());
    return ProblemException.unavailable("not confirmed in the log; repeating is safe", RETRY_AFTER)
        .response();
  }
}
