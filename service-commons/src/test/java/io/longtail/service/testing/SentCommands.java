package io.longtail.service.testing;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;

/** Notes the commands that a client sends for data, as {@code find followers}. */
public final class SentCommands implements CommandListener {
  private static final List<String> OF_DATA =
      List.of("find", "getMore", "insert", "update", "delete");

  private final List<String> sent;

  /**
   * @param sent is added to, from the client's threads
   */
  public SentCommands(List<String> sent) {
    this.sent = sent;
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    String name = event.getCommandName();
    if (OF_DATA.contains(name)) {
      String collection = name.equals("getMore") ? "collection" : name;
      sent.add(name + " " + event.getCommand().getString(collection).getValue());
    }
  }
}
