package io.longtail.followers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.longtail.followers.edgelist.Edges;
import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.HeadBytes;
import io.longtail.followers.edgelist.ListSettings;
import io.longtail.followers.edgelist.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares stored lists with the model, and with the bounds that must hold after each batch. */
public final class GraphLaws {
  private GraphLaws() {}

  /**
   * Members with marks as listed, oldest first: pages in range without the removed, then the head.
   */
  public static LinkedHashMap<String, Long> listed(InMemoryEdgeLists lists, Head head) {
    List<Edges> parts = new ArrayList<>();
    List<Page> pages = lists.pages(head.userId(), head.firstPage(), head.nextPage());
    assertThat(pages).as("pages in range of %s", head).hasSize(head.pages());
    pages.forEach(page -> parts.add(page.edges().without(head.removedIds())));
    parts.add(head.edges());
    Edges all = Edges.concat(parts);
    LinkedHashMap<String, Long> listed = new LinkedHashMap<>();
    long last = 0;
    for (int i = 0; i < all.size(); i++) {
      // Asked for every member after every batch: an assertion each would be most of the time.
      if (listed.put(all.id(i), all.mark(i)) != null) {
        fail("%s twice in %s", all.id(i), head);
      }
      if (all.mark(i) <= last) {
        fail("marks do not rise in %s", head);
      }
      last = all.mark(i);
    }
    return listed;
  }

  public static void assertEqualsModel(
      InMemoryEdgeLists lists, Map<String, NaiveGraph.NaiveList> model) {
    for (Head head : lists.allHeads()) {
      NaiveGraph.NaiveList expected = model.getOrDefault(head.userId(), new NaiveGraph.NaiveList());
      assertThat(List.copyOf(listed(lists, head).entrySet()))
          .as("list of %s", head)
          .isEqualTo(List.copyOf(expected.members.entrySet()));
      assertThat(head.count()).as("count of %s", head).isEqualTo(expected.members.size());
      assertThat(head.sequence()).as("sequence of %s", head).isEqualTo(expected.sequence);
    }
    assertThat(lists.allHeads().stream().map(Head::userId).toList())
        .as("lists")
        .isEqualTo(List.copyOf(model.keySet()));
  }

  /**
   * Law 3. The bytes are judged by the very code that decides when to spill; that it counts what is
   * stored is what {@code StoredSizesTest} proves, by BSON.
   */
  public static void assertBounds(InMemoryEdgeLists lists, ListSettings settings) {
    for (Head head : lists.allHeads()) {
      assertThat(head.edges().size()).as("%s", head).isLessThanOrEqualTo(settings.threshold());
      assertThat(HeadBytes.of(head, 12, 14))
          .as("bytes of %s", head)
          .isLessThanOrEqualTo(settings.headBytesMax());
      assertThat(head.firstPage()).isBetween(0, head.nextPage());
      for (Page page : lists.allPages(head.userId())) {
        assertThat(page.number())
            .as("no page out of the range of %s", head)
            .isBetween(head.firstPage(), head.nextPage() - 1);
        assertThat(page.edges().size()).isLessThanOrEqualTo(settings.pageSize());
      }
    }
  }
}
