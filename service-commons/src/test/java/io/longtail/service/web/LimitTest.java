package io.longtail.service.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longtail.service.web.Problem.FieldError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {

  @Test
  void isFiftyWhenAbsentAndWhatIsAskedForOtherwise() {
    assertThat(Limit.of(null)).isEqualTo(50);
    assertThat(Limit.of("1")).isEqualTo(1);
    assertThat(Limit.of("1000")).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "0", "-1", "1001", "1e3", "abc", "5.0", "99999999999"})
  void anythingElseIsABadRequestThatNamesTheField(String text) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> Limit.of(text))
        .satisfies(
            e -> {
              assertThat(e.problem().status()).isEqualTo(400);
              assertThat(e.problem().errors())
                  .containsExactly(
                      new FieldError("limit", "must be a whole number from 1 to 1000"));
            });
  }
}
