package io.longtail.trials;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswersTest {
  @Test
  void aWholeListWithItsCountObeys() throws Exception {
    assertThat(violation("a b", 2, false)).isEmpty();
    assertThat(violation("", 0, false)).isEmpty();
  }

  @Test
  void thePartOfALongerListObeys() throws Exception {
    assertThat(violation("a b", 3, true)).isEmpty();
  }

  @Test
  void somebodyListedTwiceViolatesLaw1() throws Exception {
    assertThat(violation("a b a", 3, false)).isPresent();
  }

  @Test
  void aCountThatIsNotTheLengthViolatesLaw2() throws Exception {
    assertThat(violation("a b", 3, false)).isPresent();
    assertThat(violation("a b", 1, false)).isPresent();
    assertThat(violation("a b", 2, true)).isPresent();
  }

  private static Optional<String> violation(String ids, long count, boolean goesOn)
      throws JsonProcessingException {
    StringBuilder items = new StringBuilder();
    for (String id : ids.isEmpty() ? new String[0] : ids.split(" ")) {
      items.append(items.isEmpty() ? "" : ",").append("{\"id\":\"").append(id).append("\"}");
    }
    return Answers.violation(
        ServiceProcess.JSON.readTree(
            "{\"items\":[%s],\"count\":%d%s}"
                .formatted(items, count, goesOn ? ",\"nextCursor\":\"c\"" : "")));
  }
}
