package io.longtail.users.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "Ada", "ada.lovelace", "_", "...", "0", "A_1.b"})
  void lettersDigitsUnderscoreAndDotAreAHandle(String text) {
    assertThat(new Handle(text).shown()).isEqualTo(text);
  }

  @Test
  void isShownAsTypedAndUniqueWithoutRegardToCase() {
    assertThat(new Handle("AdA").shown()).isEqualTo("AdA");
    assertThat(new Handle("AdA").canonical()).isEqualTo(new Handle("aDa").canonical());
  }

  @Test
  void hasAtMostThirtyCharacters() {
    assertThat(Handle.isValid("a".repeat(30))).isTrue();
    assertThat(Handle.isValid("a".repeat(31))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "ada ",
        " ada",
        "ada\n",
        "a-b",
        "a/b",
        "@ada",
        "$where",
        "a\u0000b",
        "caf\u00e9", // é as one character
        "cafe\u0301", // e and an accent
        "\u0430da", // Cyrillic а
        "\uff21da", // full width A
        "ada\u200b", // zero width space
        "a\u200dda", // zero width joiner
        "ada\ufeff", // byte order mark
        "\u212aelvin", // Kelvin sign, whose lower case is k
        "\u0130", // dotted I, whose lower case depends on the language
        "ada\u0660", // an Arabic digit
        "\ud83d\ude00", // an emoji
      })
  void whateverLooksLikeAnotherOrLikeNothingIsRefused(String text) {
    assertThat(Handle.isValid(text)).isFalse();
    assertThatThrownBy(() -> new Handle(text)).hasMessageContaining("handle must be");
  }
}
