package io.longtail.local.stored;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.types.Binary;
import org.bson.types.ObjectId;

/** Member ids are stored in the narrowest form that loses nothing; here they are text again. */
public final class StoredIds {
  private StoredIds() {}

  /** The forms in which an id can be stored. */
  public static List<Object> forms(String id) {
    List<Object> forms = new ArrayList<>();
    forms.add(id);
    if (id.matches("0|[1-9][0-9]{0,18}")) {
      addLong(forms, id);
    }
    if (id.matches("[0-9a-f]{24}")) {
      forms.add(new ObjectId(id));
    }
    if (id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      forms.add(UUID.fromString(id));
    }
    return forms;
  }

  private static void addLong(List<Object> forms, String decimal) {
    try {
      forms.add(Long.parseLong(decimal));
    } catch (NumberFormatException e) {
      // Above 2^63 it stays text.
      return;
    }
  }

  /** Whatever it is: a form that should not be there is shown as what it is. */
  static String text(Object stored) {
    if (stored instanceof String || stored instanceof Long || stored instanceof Integer) {
      return stored.toString();
    }
    if (stored instanceof ObjectId id) {
      return id.toHexString();
    }
    if (stored instanceof UUID id) {
      return id.toString();
    }
    if (stored instanceof Binary binary) {
      return "binary of type " + binary.getType();
    }
    return "not an id: " + stored;
  }
}
