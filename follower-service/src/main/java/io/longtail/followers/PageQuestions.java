package io.longtail.followers;

import io.longtail.followers.edgelist.Head;
import io.longtail.followers.edgelist.LogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Was somebody with a long list of following a follower of somebody with a long list of followers?
 * Neither head can tell; the pages of the side with fewer of them do. The head of that side is read
 * again afterwards: only if the pages were still its own, and it still stands before the event, is
 * the answer good. (That its revision moved says nothing: other partitions save it all the time.)
 */
final class PageQuestions {
  private final EdgeLists followers;
  private final EdgeLists following;

  PageQuestions(EdgeLists followers, EdgeLists following) {
    this.followers = followers;
    this.following = following;
  }

  /**
   * Whether the edge was there right before the event at {@code position}.
   *
   * @param asked the side whose pages are to tell
   */
  record Question(LogPosition position, Side asked, Head followeeHead, Head followerHead) {

    /** To the side with fewer pages: both know, if they agree. */
    static Question toShorter(LogPosition position, Head followeeHead, Head followerHead) {
      Side shorter = followeeHead.pages() < followerHead.pages() ? Side.FOLLOWERS : Side.FOLLOWING;
      return new Question(position, shorter, followeeHead, followerHead);
    }

    static Question toFollowee(LogPosition position, Head followeeHead, Head followerHead) {
      return new Question(position, Side.FOLLOWERS, followeeHead, followerHead);
    }

    private Head head() {
      return asked == Side.FOLLOWERS ? followeeHead : followerHead;
    }

    private String member() {
      return asked == Side.FOLLOWERS ? followerHead.userId() : followeeHead.userId();
    }

    private boolean isStillGoodWith(Head now) {
      return now.firstPage() == head().firstPage() && !now.applied().covers(position);
    }
  }

  /** The answers by offset; empty if a head is outdated. */
  Optional<Map<Long, Boolean>> ask(List<Question> questions) {
    Map<Long, Boolean> answers = new HashMap<>();
    return answer(Side.FOLLOWERS, questions, answers) && answer(Side.FOLLOWING, questions, answers)
        ? Optional.of(answers)
        : Optional.empty();
  }

  private boolean answer(Side side, List<Question> questions, Map<Long, Boolean> answers) {
    Map<String, List<Question>> byList = new HashMap<>();
    for (Question question : questions) {
      if (question.asked() == side) {
        byList.computeIfAbsent(question.head().userId(), x -> new ArrayList<>()).add(question);
      }
    }
    if (byList.isEmpty()) {
      return true;
    }
    EdgeLists lists = side == Side.FOLLOWERS ? followers : following;
    for (List<Question> ofOneList : byList.values()) {
      Set<String> wanted = new HashSet<>();
      ofOneList.forEach(question -> wanted.add(question.member()));
      Optional<Map<String, Long>> found = PageLookup.find(lists, ofOneList.get(0).head(), wanted);
      if (found.isEmpty()) {
        return false;
      }
      for (Question question : ofOneList) {
        answers.put(question.position().offset(), found.get().containsKey(question.member()));
      }
    }
    Map<String, Head> headsNow = lists.heads(byList.keySet());
    return byList.entrySet().stream()
        .allMatch(
            list ->
                list.getValue().stream()
                    .allMatch(question -> question.isStillGoodWith(headsNow.get(list.getKey()))));
  }
}
