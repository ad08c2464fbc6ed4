package io.longtail.local.stack;

import io.longtail.local.kafka.KafkaMain;
import io.longtail.local.mongo.MongoMain;
import io.longtail.local.tether.Tether;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines of the parts. Every part is tethered: it ends when this process is gone. */
final class Commands {
  private static final String TETHER_JAR = "longtail-tether.jar";
  private static final String COMMAND_JAR = "longtail.jar";
  private static final String QUARKUS_MAIN = "io.quarkus.bootstrap.runner.QuarkusEntryPoint";

  /** Page cache does the work of a broker; its heap holds requests in flight. */
  private static final int KAFKA_HEAP_MEBIBYTES = 512;

  /**
   * In memory an edge takes some 200 bytes, both lists together, so this is about ten million
   * edges. Reserved only, until it is used.
   */
  private static final int MONGO_HEAP_MEBIBYTES = 2048;

  private final StackPlan plan;
  private final Path target;

  Commands(StackPlan plan) {
    this.plan = plan;
    this.target = plan.home().resolve("local").resolve("target");
  }

  List<String> kafka(Path directory, int port) {
    List<String> command = java(KAFKA_HEAP_MEBIBYTES);
    command.addAll(
        tethered(
            target.resolve(COMMAND_JAR),
            KafkaMain.class.getName(),
            directory.toString(),
            Integer.toString(port)));
    return command;
  }

  List<String> mongo(String fileOrMemory, int port) {
    List<String> command = java(MONGO_HEAP_MEBIBYTES);
    command.addAll(
        tethered(
            target.resolve(COMMAND_JAR),
            MongoMain.class.getName(),
            fileOrMemory,
            Integer.toString(port)));
    return command;
  }

  List<String> service(Service service) {
    StackAddress address = plan.address();
    List<String> command = java(service.heapMebibytes());
    command.add("-Dquarkus.http.host=127.0.0.1");
    command.add("-Dquarkus.http.port=" + address.ports().get(service));
    command.add("-Dkafka.bootstrap.servers=" + address.kafka());
    command.add("-Dquarkus.mongodb.connection-string=" + address.mongo());
    command.add("-Dlongtail.prefix=" + address.prefix());
    // On our own broker is one of each service: started again after a kill, it does not wait until
    // its old self is missed. Elsewhere a second stack could have the same name.
    plan.kafkaPort().ifPresent(own -> command.add("-Dkafka.group.instance.id=local"));
    command.addAll(tethered(jar(service), QUARKUS_MAIN));
    return command;
  }

  private Path jar(Service service) {
    Path jar = plan.home().resolve(service.folder()).resolve("target/quarkus-app/quarkus-run.jar");
    if (!jar.toFile().isFile()) {
      throw new StartFailedException(service.folder() + " is not built: there is no " + jar);
    }
    return jar;
  }

  private static List<String> java(int heapMebibytes) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMebibytes + "m");
    // A part without memory is of no use: it is better started again.
    command.add("-XX:+ExitOnOutOfMemoryError");
    return command;
  }

  private List<String> tethered(Path jar, String main, String... args) {
    List<String> command = new ArrayList<>();
    command.add("-cp");
    command.add(target.resolve(TETHER_JAR) + File.pathSeparator + jar);
    command.add(Tether.class.getName());
    command.add(main);
    command.addAll(List.of(args));
    return command;
  }
}
