package io.longtail.local.verifying;

import static org.assertj.core.api.Assertions.assertThat;

import io.longtail.local.stored.StoredEdge;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SuspicionsTest {
  private static final int LOOKED_AT_MAX = 3;
  private static final int KEPT_MAX = 5;

  private final Violations violations = new Violations();
  private final Suspicions suspicions = new Suspicions(violations, LOOKED_AT_MAX, KEPT_MAX);

  @Test
  void whileNothingIsWrittenAllHoldHoweverManyTheyAre() {
    suspect(8);

    suspicions.confirmAll();

    assertThat(violations.count()).isEqualTo(8);
    assertThat(violations.damage().users()).hasSize(KEPT_MAX);
    assertThat(suspicions.notJudged()).isZero();
    assertThat(suspicions.isEmpty()).isTrue();
  }

  @Test
  void underTrafficWhatIsTooMuchToBeLookedAtAgainIsNotJudged() {
    suspect(8);

    suspicions.confirmThoseThatAreStillSo();

    assertThat(violations.kept())
        .extracting(Violation::user)
        .containsExactly("user-0", "user-1", "user-2");
    assertThat(violations.count()).isEqualTo(LOOKED_AT_MAX);
    assertThat(suspicions.notJudged()).isEqualTo(8 - LOOKED_AT_MAX);
  }

  @Test
  void whoeverAddsIsToldWhatWillBeLookedAtAgain() {
    boolean[] told = new boolean[8];
    for (int i = 0; i < told.length; i++) {
      told[i] = suspicions.add(violation("user-" + i), () -> true);
    }

    assertThat(told).containsExactly(true, true, true, false, false, false, false, false);
  }

  @Test
  void whatLooksRightOnceIsNoViolation() {
    AtomicInteger looks = new AtomicInteger();
    suspicions.add(violation("late"), () -> looks.incrementAndGet() < 4);
    suspicions.add(violation("wrong"), new StoredEdge("f", "wrong"), () -> true);

    suspicions.confirmThoseThatAreStillSo();

    assertThat(violations.kept()).extracting(Violation::user).containsExactly("wrong");
    assertThat(violations.damage().edges()).containsExactly(new StoredEdge("f", "wrong"));
    assertThat(looks).hasValue(4);
  }

  @Test
  void whatOneLookTellsIsLookedAtOnceAlsoBeforeEverythingHasArrived() {
    AtomicInteger looks = new AtomicInteger();
    suspicions.add(violation("on-its-way"), () -> true);
    suspicions.addCertain(violation("over"), () -> looks.incrementAndGet() == 1);
    suspicions.addCertain(violation("not-over"), () -> false);

    suspicions.confirmCertainOnes();

    assertThat(violations.kept()).extracting(Violation::user).containsExactly("over");
    assertThat(looks).hasValue(1);
    assertThat(suspicions.notJudged()).isZero();
  }

  private void suspect(int count) {
    for (int i = 0; i < count; i++) {
      suspicions.add(violation("user-" + i), () -> true);
    }
  }

  private static Violation violation(String user) {
    return new Violation(Law.COUNT_IS_LIST, user, "looks wrong");
  }
}
