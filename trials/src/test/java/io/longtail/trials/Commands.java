package io.longtail.trials;

import io.longtail.local.tether.Tether;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Command lines of tethered JVMs that run what the build has made. */
final class Commands {
  private static final String QUARKUS_MAIN = "io.quarkus.bootstrap.runner.QuarkusEntryPoint";

  private Commands() {}

  /** A main class of the module {@code local}. */
  static List<String> local(int heapMebibytes, Class<?> main, String... args) {
    List<String> command = java(heapMebibytes, Map.of());
    command.addAll(tethered(jar("local/target/longtail.jar"), main.getName()));
    command.addAll(List.of(args));
    return command;
  }

  static List<String> service(String folder, int heapMebibytes, Map<String, String> settings) {
    List<String> command = java(heapMebibytes, settings);
    command.addAll(tethered(jar(folder + "/target/quarkus-app/quarkus-run.jar"), QUARKUS_MAIN));
    return command;
  }

  private static List<String> java(int heapMebibytes, Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMebibytes + "m");
    command.add("-XX:+UseSerialGC");
    // Many JVMs are started here and few grow old: the second compiler would only compete with
    // them.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+ExitOnOutOfMemoryError");
    settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
    return command;
  }

  private static List<String> tethered(Path jar, String main) {
    return List.of(
        "-cp",
        jar("local/target/longtail-tether.jar") + File.pathSeparator + jar,
        Tether.class.getName(),
        main);
  }

  static Path jar(String path) {
    Path jar = Path.of(System.getProperty("longtail.home", "..")).resolve(path).toAbsolutePath();
    if (!jar.toFile().isFile()) {
      throw new IllegalStateException("there is no " + jar + ": ./mvnw package builds it");
    }
    return jar;
  }
}
