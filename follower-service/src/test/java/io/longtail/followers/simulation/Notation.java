package io.longtail.followers.simulation;

import io.longtail.events.FollowEvent;
import io.longtail.events.FollowEvent.Follow;
import io.longtail.events.LogEntry;
import io.longtail.events.Repair;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;

/** Short forms for the print of a history: {@code F a→x} is a follow, {@code U} an unfollow. */
final class Notation {
  private Notation() {}

  static String of(LogEntry entry) {
    if (entry instanceof FollowEvent event) {
      return "%s %s→%s"
          .formatted(
              event instanceof Follow ? "F" : "U",
              event.edge().follower().value(),
              event.edge().followee().value());
    }
    return entry instanceof Repair repair ? "REPAIR " + repair.userId() : entry.toString();
  }

  static String of(ListSettings settings) {
    return "threshold %d, page size %d, %d kept, unspilled at %d"
        .formatted(
            settings.threshold(),
            settings.pageSize(),
            settings.keptInHead(),
            settings.unspillMark());
  }

  static String of(Operation operation) {
    Object subject = operation.subject();
    String what =
        subject == null
            ? ""
            : subject instanceof Head head
                ? " " + of(head)
                : subject instanceof Page page ? " " + of(page) : " " + subject;
    return operation.kind()
        + (operation.side() == null ? "" : " " + operation.side())
        + (operation.user() == null ? "" : " " + operation.user())
        + what;
  }

  static String of(Head head) {
    return "%s pages %d..%d%s, count %d, sequence %d, revision %d, applied %d:%s"
        .formatted(
            head.edges().ids(),
            head.firstPage(),
            head.nextPage(),
            head.removedIds().isEmpty() ? "" : " without " + head.removedIds(),
            head.count(),
            head.sequence(),
            head.revision(),
            head.applied().epoch(),
            head.applied().byPartition());
  }

  static String of(Page page) {
    return "page %d = %s, from revision %d, compacted %d"
        .formatted(page.number(), page.edges().ids(), page.fromRevision(), page.compacted());
  }
}
