package io.longtail.local.stack;

import io.longtail.local.net.Ports;
import java.util.Map;

/**
 * Where a stack is.
 *
 * @param kafka bootstrap servers
 * @param mongo connection string
 * @param prefix before the names of topics, groups and databases
 * @param ports of the services, on the loopback address
 */
public record StackAddress(String kafka, String mongo, String prefix, Map<Service, Integer> ports) {
  public static final int KAFKA_PORT = 9092;
  public static final int MONGO_PORT = 27017;

  public StackAddress {
    ports = Map.copyOf(ports);
  }

  public String url(Service service) {
    return "http://" + Ports.HOST + ":" + ports.get(service);
  }

  public String database(String name) {
    return prefix + name;
  }
}
