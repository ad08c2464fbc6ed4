package io.longtail.local.stored;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;
import org.bson.BsonDocument;

/** Reads as they go over the wire. */
public final class ListenedReads {
  private ListenedReads() {}

  /** A client that notes what it asks for: each {@code find} and {@code getMore}. */
  public static MongoClient client(String connectionString, List<BsonDocument> asked) {
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            if (List.of("find", "getMore").contains(event.getCommandName())) {
              asked.add(event.getCommand().clone());
            }
          }
        };
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(connectionString))
            .addCommandListener(listener)
            .build());
  }
}
