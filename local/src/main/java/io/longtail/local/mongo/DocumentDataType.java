package io.longtail.local.mongo;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Collection;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * Documents in the file as BSON, as they came over the wire. The server would write them by Java's
 * serialization, which took most of its time.
 */
final class DocumentDataType extends BasicDataType<Document> {
  static final DocumentDataType INSTANCE = new DocumentDataType();

  // For the page cache only: what a document of a few fields and an element of an array take.
  private static final int DOCUMENT_MEMORY = 2_000;
  private static final int ELEMENT_MEMORY = 40;

  private DocumentDataType() {}

  @Override
  public int getMemory(Document document) {
    int memory = DOCUMENT_MEMORY;
    for (Object value : document.values()) {
      if (value instanceof Collection<?> elements) {
        memory += ELEMENT_MEMORY * elements.size();
      }
    }
    return memory;
  }

  @Override
  public void write(WriteBuffer buffer, Document document) {
    ByteBuf bson = Unpooled.buffer();
    BsonEncoder.encodeDocument(document, bson);
    buffer.putVarInt(bson.readableBytes());
    buffer.put(bson.nioBuffer());
  }

  @Override
  public Document read(ByteBuffer buffer) {
    byte[] bson = new byte[DataUtils.readVarInt(buffer)];
    buffer.get(bson);
    return BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bson));
  }

  @Override
  public Document[] createStorage(int size) {
    return new Document[size];
  }
}
