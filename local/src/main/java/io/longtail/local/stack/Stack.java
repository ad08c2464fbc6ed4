package io.longtail.local.stack;

import io.longtail.local.console.Console;
import io.longtail.local.kafka.TopicProvisioner;
import io.longtail.local.mongo.MongoMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All parts of a stack, started in order, watched, and stopped in reverse order. */
public final class Stack implements AutoCloseable {
  private final StackPlan plan;
  private final Console console;
  private final Commands commands;
  private final List<SupervisedProcess> started = new ArrayList<>();
  private final long begun = System.nanoTime();
  private boolean stopping;

  public Stack(StackPlan plan, Console console) {
    this.plan = plan;
    this.console = console;
    this.commands = new Commands(plan);
  }

  /**
   * Returns when every part can be used.
   *
   * @throws StartFailedException if a part does not start; what has started is running
   * @throws StackNotReachedException if the Kafka or MongoDB to be used does not answer
   */
  public void start() {
    List<Part> parts = new ArrayList<>();
    for (Service service : Service.values()) {
      parts.add(service(service));
    }
    List<SupervisedProcess> servers = new ArrayList<>();
    plan.kafkaPort().ifPresent(port -> servers.add(begin(kafka(port))));
    plan.mongoPort().ifPresent(port -> servers.add(begin(mongo(port))));
    servers.forEach(this::awaitReady);
    if (isStopping()) {
      return;
    }
    try (StackClients clients = new StackClients(plan.address())) {
      clients.admin();
      clients.database("followers");
    }
    provisionTopics();
    List<SupervisedProcess> services = parts.stream().map(this::begin).toList();
    services.forEach(this::awaitReady);
    started().forEach(SupervisedProcess::watch);
  }

  private Part kafka(int port) {
    return new Part(
        "kafka",
        plan.address().kafka(),
        commands.kafka(plan.data().resolve("kafka"), port),
        log("kafka"),
        Readiness.accepts(port));
  }

  private Part mongo(int port) {
    Path file = plan.data().resolve("mongo").resolve("data.mv");
    return new Part(
        "mongodb",
        plan.address().mongo(),
        commands.mongo(plan.ephemeral() ? MongoMain.IN_MEMORY : file.toString(), port),
        log("mongodb"),
        Readiness.accepts(port));
  }

  private Part service(Service service) {
    String url = plan.address().url(service);
    return new Part(
        service.folder(),
        url,
        commands.service(service),
        log(service.folder()),
        Readiness.healthy(url));
  }

  private Path log(String name) {
    return plan.data().resolve("logs").resolve(name + ".log");
  }

  private synchronized SupervisedProcess begin(Part part) {
    SupervisedProcess process = new SupervisedProcess(part, console);
    if (!stopping) {
      process.start();
      started.add(process);
    }
    return process;
  }

  private void awaitReady(SupervisedProcess process) {
    if (isStopping()) {
      return;
    }
    process.awaitReady();
    if (!isStopping()) {
      double seconds = (System.nanoTime() - begun) / 1e9;
      console.line("  %-17s ready after %4.1f s", process.part().name(), seconds);
    }
  }

  private void provisionTopics() {
    try (TopicProvisioner provisioner = new TopicProvisioner(plan.address().kafka())) {
      TopicProvisioner.Outcome outcome = provisioner.provision(plan.address().prefix());
      console.line("  %-17s %d created", "topics", outcome.created().size());
      outcome
          .differences()
          .forEach(difference -> console.problem("not as the contract has it: %s", difference));
    }
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  private synchronized List<SupervisedProcess> started() {
    return List.copyOf(started);
  }

  /** Stops every part, last one first, and waits until each has ended. Can be called twice. */
  @Override
  public void close() {
    List<SupervisedProcess> parts;
    synchronized (this) {
      stopping = true;
      parts = started();
    }
    parts.forEach(SupervisedProcess::expectEnd);
    for (int i = parts.size() - 1; i >= 0; i--) {
      parts.get(i).stop();
    }
  }

  /** Where the logs of the parts are. */
  public Path logs() {
    return plan.data().resolve("logs");
  }
}
