package io.longtail.followers.edgelist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdFormTest {

  @ParameterizedTest
  @CsvSource({
    "0, INT64",
    "7, INT64",
    "9223372036854775807, INT64",
    "9223372036854775808, STRING",
    "99999999999999999999, STRING",
    "007, STRING",
    "00, STRING",
    "1e3, STRING",
    "507f1f77bcf86cd799439011, OBJECT_ID",
    "507F1F77BCF86CD799439011, STRING",
    "123456789012345678901234, OBJECT_ID",
    "123e4567-e89b-12d3-a456-426614174000, UUID",
    "123E4567-E89B-12D3-A456-426614174000, STRING",
    "123e4567-e89b-12d3-a456_426614174000, STRING",
    "u-11, STRING",
    "_, STRING"
  })
  void anIdTakesTheNarrowestFormThatGivesItBack(String id, IdForm form) {
    assertThat(IdForm.of(id)).isEqualTo(form);
  }
}
