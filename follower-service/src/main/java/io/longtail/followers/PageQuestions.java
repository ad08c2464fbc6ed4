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

  /** Whether the edge was there right before the event at {@code position}. */
  record Question(LogPosition position, Head followeeHead, Head followerHead) {
    private boolean isForFollowersSide() {
      return followeeHead.pages() < followerHead.pages();
    }
  }

  /** The answers by offset; empty if a head is outdated. */
  Optional<Map<Long, Boolean>> ask(List<Question> questions) {
    Map<Long, Boolean> answers = new HashMap<>();
    List<Question> forFollowers = questions.stream().filter(Question::isForFollowersSide).toList();
    List<Question> forFollowing =
        questions.stream().filter(question -> !question.isForFollowersSide()).toList();
    return answer(Side.FOLLOWERS, forFollowers, answers)
            && answer(Side.FOLLOWING, forFollowing, answers)
        ? Optional.of(answers)
        : Optional.empty();
  }

  private boolean answer(Side side, List<Question> questions, Map<Long, Boolean> answers) {
    if (questions.isEmpty()) {
      return true;
    }
    EdgeLists lists = side == Side.FOLLOWERS ? followers : following;
    Map<String, List<Question>> byList = new HashMap<>();
    for (Question question : questions) {
      byList.computeIfAbsent(asked(side, question).userId(), x -> new ArrayList<>()).add(question);
    }
    for (List<Question> ofOneList : byList.values()) {
      Set<String> wanted = new HashSet<>();
      ofOneList.forEach(question -> wanted.add(member(side, question)));
      Optional<Map<String, Long>> found =
          PageLookup.find(lists, asked(side, ofOneList.get(0)), wanted);
      if (found.isEmpty()) {
        return false;
      }
      for (Question question : ofOneList) {
        answers.put(question.position().offset(), found.get().containsKey(member(side, question)));
      }
    }
    Map<String, Head> headsNow = lists.heads(byList.keySet());
    return questions.stream()
        .allMatch(
            question -> {
              Head now = headsNow.get(asked(side, question).userId());
              return now.firstPage() == asked(side, question).firstPage()
                  && !now.applied().covers(question.position());
            });
  }

  private static Head asked(Side side, Question question) {
    return side == Side.FOLLOWERS ? question.followeeHead() : question.followerHead();
  }

  private static String member(Side side, Question question) {
    return side == Side.FOLLOWERS
        ? question.followerHead().userId()
        : question.followeeHead().userId();
  }
}
