package io.longtail.service.mutants;

import io.longtail.service.mutants.Mutant.Edit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Edits sources and compiles them, all in memory, against the class path of the running test. */
final class MutatedClasses {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /** One for all: it has read the class path by the second compilation. */
  private static final StandardJavaFileManager FILES =
      JAVAC.getStandardFileManager(null, null, null);

  private final Path sources;

  /**
   * @param sources the folder of the module's package
   */
  MutatedClasses(Path sources) {
    this.sources = sources;
  }

  /** The classes that differ, by binary name. */
  Map<String, byte[]> of(List<Edit> edits) {
    Map<Path, String> edited = new LinkedHashMap<>();
    for (Edit edit : edits) {
      Path file = sources.resolve(edit.source());
      edited.put(file, apply(edit, edited.computeIfAbsent(file, MutatedClasses::read)));
    }
    return edited.isEmpty() ? Map.of() : compile(edited);
  }

  /**
   * Exactly one place: an edit that fits nowhere, or anywhere, has been left behind by the code.
   */
  private static String apply(Edit edit, String source) {
    String words =
        Arrays.stream(edit.snippet().strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+"));
    Matcher places = Pattern.compile(words).matcher(source);
    long found = places.results().count();
    if (found != 1) {
      throw new AssertionError(
          "found " + found + " times in " + edit.source() + ", not once:\n" + edit.snippet());
    }
    String mutated =
        places.reset().replaceFirst(Matcher.quoteReplacement(edit.replacement().strip()));
    if (mutated.equals(source)) {
      throw new AssertionError("changes nothing in " + edit.source() + ":\n" + edit.snippet());
    }
    return mutated;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> compile(Map<Path, String> edited) {
    List<JavaFileObject> units = new ArrayList<>();
    edited.forEach((file, text) -> units.add(new Source(file, text)));
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    Output output = new Output();
    boolean compiled =
        JAVAC
            .getTask(
                null,
                output,
                problems,
                List.of("-proc:none", "-implicit:none", "-nowarn", "-parameters"),
                null,
                units)
            .call();
    if (!compiled) {
      throw new AssertionError("does not compile: " + problems.getDiagnostics());
    }
    Map<String, byte[]> classes = new HashMap<>();
    output.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Path file, String text) {
      super(URI.create("string:///" + file.getFileName()), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps classes in memory, whatever else is read from the class path. */
  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Output() {
      super(FILES);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(
          URI.create("bytes:///" + className.replace('.', '/') + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          written.put(className, bytes);
          return bytes;
        }
      };
    }
  }
}
