package io.longtail.followers.edgelist;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListSettingsTest {

  @Test
  void theSmallestListsThereCanBeAreAllowed() {
    assertThatNoException().isThrownBy(() -> new ListSettings(1, 4_096, 1, 0, 0));
  }

  @Test
  void aThresholdThatNoListCanReachWithinTheBytesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ListSettings(20_000, 262_144, 900, 100, 500).requireThresholdWithinBytes())
        .withMessageContaining("threshold must be at most")
        .withMessageContaining("for head-bytes-max of 262144");
    assertThatNoException().isThrownBy(ListSettings.DEFAULT::requireThresholdWithinBytes);
    assertThatNoException()
        .as("long ids spill by bytes, short ones by their number")
        .isThrownBy(
            () -> new ListSettings(5_000, 262_144, 900, 100, 500).requireThresholdWithinBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 262144, 900, 100, 500, threshold must be at least 1",
    "1000000, 8388608, 900, 100, 500, threshold must be at most 92137",
    "1000, 262144, 0, 100, 500, page-size must be at least 1",
    "1000, 262144, 1000000, 100, 500, page-size must be at most",
    "1000, 262144, 900, 1000, 500, kept-in-head must be",
    "1000, 262144, 900, -1, 500, kept-in-head must be",
    "1000, 262144, 900, 100, 1000, unspill-mark must be",
    "1000, 262144, 900, 100, -1, unspill-mark must be",
    "1000, 10000, 900, 100, 500, head-bytes-max must be at least",
    "1000, 16777216, 900, 100, 500, head-bytes-max must be at most"
  })
  void whatDoesNotFitIsRefusedByNameAndRule(
      int threshold, int bytes, int page, int kept, int unspill, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListSettings(threshold, bytes, page, kept, unspill))
        .withMessageContaining(message);
  }
}
