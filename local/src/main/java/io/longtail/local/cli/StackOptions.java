package io.longtail.local.cli;

import com.mongodb.ConnectionString;
import io.longtail.local.net.Ports;
import io.longtail.local.stack.Service;
import io.longtail.local.stack.StackAddress;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where the stack is, by the same flags and defaults in every command. */
final class StackOptions {
  private static final Pattern HOST_PORTS =
      Pattern.compile("[^\\s,:]+:\\d{1,5}(,[^\\s,:]+:\\d{1,5})*");

  /** What Kafka allows in names of topics; short enough for the 38 bytes of a database name. */
  private static final Pattern PREFIX = Pattern.compile("[a-z0-9_-]{0,20}");

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "use the Kafka that runs there")
  private String kafka;

  @Option(names = "--mongo", paramLabel = "URI", description = "use the MongoDB that runs there")
  private String mongo;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "" + StackAddress.KAFKA_PORT,
      description = "of our own Kafka (default: ${DEFAULT-VALUE})")
  private int kafkaPort;

  @Option(
      names = "--mongo-port",
      paramLabel = "PORT",
      defaultValue = "" + StackAddress.MONGO_PORT,
      description = "of our own MongoDB-protocol server (default: ${DEFAULT-VALUE})")
  private int mongoPort;

  @Option(
      names = "--user-port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "of user-service (default: ${DEFAULT-VALUE})")
  private int userPort;

  @Option(
      names = "--follower-port",
      paramLabel = "PORT",
      defaultValue = "8082",
      description = "of follower-service (default: ${DEFAULT-VALUE})")
  private int followerPort;

  @Option(
      names = "--stats-port",
      paramLabel = "PORT",
      defaultValue = "8083",
      description = "of stats-service (default: ${DEFAULT-VALUE})")
  private int statsPort;

  @Option(
      names = "--prefix",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "before the names of all topics, groups and databases (default: none)")
  private String prefix;

  /**
   * @throws ParameterException if a flag has no sense
   */
  StackAddress address() {
    portsByFlag().forEach(this::requirePort);
    if (kafka != null && !HOST_PORTS.matcher(kafka).matches()) {
      throw usage("--kafka must be HOST:PORT, not '" + kafka + "'");
    }
    if (mongo != null) {
      requireConnectionString();
    }
    if (!PREFIX.matcher(prefix).matches()) {
      throw usage("--prefix must be at most 20 of a-z 0-9 _ -, not '" + prefix + "'");
    }
    Map<Service, Integer> ports = new EnumMap<>(Service.class);
    ports.put(Service.USER, userPort);
    ports.put(Service.FOLLOWER, followerPort);
    ports.put(Service.STATS, statsPort);
    return new StackAddress(
        usesOwnKafka() ? Ports.HOST + ":" + kafkaPort : kafka,
        usesOwnMongo() ? "mongodb://" + Ports.HOST + ":" + mongoPort : mongo,
        prefix,
        ports);
  }

  boolean usesOwnKafka() {
    return kafka == null;
  }

  boolean usesOwnMongo() {
    return mongo == null;
  }

  int kafkaPort() {
    return kafkaPort;
  }

  int mongoPort() {
    return mongoPort;
  }

  /** The ports on which a part will listen when the stack is started, each under its flag. */
  Map<String, Integer> portsByFlag() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    if (usesOwnKafka()) {
      ports.put("--kafka-port", kafkaPort);
    }
    if (usesOwnMongo()) {
      ports.put("--mongo-port", mongoPort);
    }
    ports.put("--user-port", userPort);
    ports.put("--follower-port", followerPort);
    ports.put("--stats-port", statsPort);
    return ports;
  }

  private void requirePort(String flag, int port) {
    if (port < 1 || port > 65535) {
      throw usage(flag + " must be a port from 1 to 65535, not " + port);
    }
    portsByFlag()
        .forEach(
            (other, otherPort) -> {
              if (!other.equals(flag) && otherPort == port) {
                throw usage(flag + " and " + other + " are both " + port);
              }
            });
  }

  private void requireConnectionString() {
    try {
      new ConnectionString(mongo);
    } catch (IllegalArgumentException e) {
      throw usage("--mongo must be a MongoDB connection string: " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
