package io.longtail.followers.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.longtail.followers.ListPart.Place;
import io.longtail.followers.Order;
import io.longtail.followers.Side;
import io.longtail.service.web.ProblemException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A place in a list as an opaque text. The checksum is over the list and the order too, so that a
 * cursor that was cut, edited or made for another list is seen to be wrong. It is no secret: who
 * makes one by hand gets what he may read anyway.
 */
final class Cursor {
  private static final int BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES;
  private static final String RULE = "must be a nextCursor of this very list and order";

  private final Side side;
  private final String userId;
  private final Order order;

  Cursor(Side side, String userId, Order order) {
    this.side = side;
    this.userId = userId;
    this.order = order;
  }

  String write(Place place) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).putLong(place.mark()).putInt(place.page());
    bytes.putInt(checksum(place));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /** Empty for no cursor. */
  Optional<Place> read(String text) {
    if (text == null) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest("cursor", RULE);
    }
    if (bytes.length != BYTES) {
      throw ProblemException.badRequest("cursor", RULE);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    Place place = new Place(buffer.getLong(), buffer.getInt());
    // Written again and compared: base64 has spare bits, and only one spelling is ours.
    if (buffer.getInt() != checksum(place) || !write(place).equals(text)) {
      throw ProblemException.badRequest("cursor", RULE);
    }
    return Optional.of(place);
  }

  private int checksum(Place place) {
    CRC32 crc = new CRC32();
    crc.update((side + "|" + order + "|" + userId + "|").getBytes(US_ASCII));
    crc.update(ByteBuffer.allocate(12).putLong(place.mark()).putInt(place.page()).flip());
    return (int) crc.getValue();
  }
}
