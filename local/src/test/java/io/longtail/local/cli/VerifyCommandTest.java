package io.longtail.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.local.verifying.Verification;
import io.longtail.local.verifying.Violations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifyCommandTest {
  @ParameterizedTest
  @CsvSource({
    "true,  0, 0, 0, 0",
    "false, 0, 0, 0, 4",
    "true,  1, 0, 0, 4",
    "true,  0, 1, 0, 4",
    "true,  0, 0, 1, 1",
    "false, 1, 1, 1, 1"
  })
  void whatIsNotJudgedIsNotWell(
      boolean drained, long unread, long notLookedAtAgain, long notReplayed, int exitCode) {
    Verification found =
        new Verification(9, 9, drained, unread, notLookedAtAgain, notReplayed, 0, new Violations());

    assertThat(VerifyCommand.exitCode(found)).isEqualTo(exitCode);
    assertThat(found.notJudged()).isEqualTo(unread + notLookedAtAgain + notReplayed);
  }
}
