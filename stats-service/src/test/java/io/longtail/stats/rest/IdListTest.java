package io.longtail.stats.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longtail.service.web.Problem.FieldError;
import io.longtail.service.web.ProblemException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class IdListTest {
  @Test
  void idsAreTakenInTheOrderAskedForWithRepeats() {
    assertThat(IdList.of("b,a,b")).containsExactly("b", "a", "b");
  }

  @Test
  void aHundredIdsAreTaken() {
    assertThat(IdList.of(ids(100))).hasSize(100);
  }

  @Test
  void aHundredAndOneIdsAreRefused() {
    assertRefused(ids(101));
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {",", "a,", ",a", "a,,b", "a, b", "a,$where", "{\"$ne\":null}", "a;b"})
  void whatIsNoListOfIdsIsRefused(String text) {
    assertRefused(text);
  }

  private static String ids(int count) {
    return String.join(",", Collections.nCopies(count, "a"));
  }

  private static void assertRefused(String text) {
    assertThatThrownBy(() -> IdList.of(text))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.problem().status()).isEqualTo(400);
              assertThat(e.problem().errors()).extracting(FieldError::field).containsExactly("ids");
            });
  }
}
