package io.longtail.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileTest {

  @ParameterizedTest
  @ValueSource(strings = {"Ada", "José", "李", "O'Neill-Smith", "محمد", "👩‍🚀", "x"})
  void aNameIsTextOfAnyScript(String text) {
    assertThat(DisplayName.isValid(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "  ", "a\nb", "a\u0000", "a\u007f", "a\u2028b", "\u3000", "\ud83d", "a\udc00"})
  void aNameHasSomethingToShowOnOneLine(String text) {
    assertThat(DisplayName.isValid(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "李", "👩"})
  void aNameHasAtMostAHundredCharactersInEveryScript(String character) {
    assertThat(DisplayName.isValid(character.repeat(100))).isTrue();
    assertThat(DisplayName.isValid(character.repeat(101))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://acme.example", "HTTP://acme.example/a?b=c#d"})
  void aWebsiteIsAnAddressOfTheWeb(String text) {
    assertThat(Website.isValid(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "acme.example",
        "/a",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://acme.example",
        "https://",
        "https:///a",
        "https://acme.example/ a",
        "https://bank.example@evil.example"
      })
  void aWebsiteThatIsNoneIsRefused(String text) {
    assertThat(Website.isValid(text)).isFalse();
  }
}
