package io.longtail.local.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aBarIsDrawnOnATerminalAndErasedBeforeTheNextLine() {
    Console console = console(true);

    console.progress(0.5, "%,d rows", 1_234);
    console.line("done");

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("[###############---------------] 50 %  1,234 rows")
        .endsWith("\r\u001b[2K");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("done");
  }

  @Test
  void elsewhereProgressIsAPlainLineNowAndThen() {
    Console console = console(false);

    console.progress(0.5, "%d rows", 1);
    console.progress(0.6, "%d rows", 2);

    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("50 %  1 rows");
  }

  private Console console(boolean terminal) {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal);
  }
}
