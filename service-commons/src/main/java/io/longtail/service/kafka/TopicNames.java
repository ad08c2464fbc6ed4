package io.longtail.service.kafka;

import io.longtail.events.Topic;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The names of topics and consumer groups under the configured prefix. */
@ApplicationScoped
public class TopicNames {
  private final String prefix;

  TopicNames(@ConfigProperty(name = "longtail.prefix") Optional<String> prefix) {
    this.prefix = prefix.orElse("");
  }

  public String of(Topic topic) {
    return topic.name(prefix);
  }

  public String group(String baseName) {
    return prefix + baseName;
  }
}
