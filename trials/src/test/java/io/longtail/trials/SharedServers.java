package io.longtail.trials;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives trials that let the servers live the same ones; each trial has a prefix of its own. */
final class SharedServers implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Servers.class;
  }

  @Override
  public Servers resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // Closed by JUnit after the last test.
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(Servers.class, x -> Servers.start(), Servers.class);
  }
}
