package io.longtail.service.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Loads the project's own classes anew, the mutated ones from memory, the others as they are: so
 * all of a package come from one loader and see each other. Everything else is the parent's.
 */
final class MutatedLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String OWN = "io.longtail.";

  private final Map<String, byte[]> mutated;

  MutatedLoader(Map<String, byte[]> mutated, ClassLoader parent) {
    super("mutated", parent);
    this.mutated = mutated;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OWN)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = mutated.get(name);
    if (bytes == null) {
      bytes = asBuilt(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] asBuilt(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
