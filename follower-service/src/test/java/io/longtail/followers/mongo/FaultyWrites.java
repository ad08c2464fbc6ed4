package io.longtail.followers.mongo;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Stands between a driver and its server, on the wire, and lets a share of the writes end as
 * MongoDB ends them on a bad day: before they took effect, or after.
 */
final class FaultyWrites implements Closeable {

  /** How a write ends. */
  enum Fault {
    /** Refused as a whole: a write conflict. */
    CONFLICT(false),
    /** Refused as a whole: the primary has stepped down, or is about to. */
    NOT_PRIMARY(false),
    /** Every single write of the command is refused: a write conflict. */
    CONFLICT_OF_EACH(false),
    /** Every single write of the command is refused: somebody else has inserted it first. */
    DUPLICATE_KEY_OF_EACH(false),
    /** Applied, but not known to be on a majority. */
    NOT_REPLICATED(true),
    /** Applied, and the connection breaks before the answer. */
    REPLY_LOST(true);

    final boolean takesEffect;

    Fault(boolean takesEffect) {
      this.takesEffect = takesEffect;
    }
  }

  private static final Set<String> WRITES = Set.of("insert", "update", "delete");
  private static final int OP_MSG = 2013;
  private static final int HEADER_BYTES = 16;
  private static final int[] NOT_PRIMARY_CODES = {10107, 189, 91, 11600, 13435, 11602};

  private final int serverPort;
  private final double share;
  private final Random random;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);
  private volatile boolean on = true;

  FaultyWrites(int serverPort, double share, long seed) throws IOException {
    this.serverPort = serverPort;
    this.share = share;
    this.random = new Random(seed);
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  String connectionString() {
    return "mongodb://127.0.0.1:" + listening.getLocalPort();
  }

  synchronized Map<Fault, Integer> injected() {
    return new EnumMap<>(injected);
  }

  /** From now on every write ends well. */
  void end() {
    on = false;
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "faulty-writes");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        daemon(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  /** One request, one answer: the driver does not pipeline on a connection. */
  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      open.add(client);
      open.add(server);
      DataInputStream requests = new DataInputStream(client.getInputStream());
      DataInputStream replies = new DataInputStream(server.getInputStream());
      while (true) {
        byte[] request = message(requests);
        Fault fault = faultFor(request);
        byte[] reply = null;
        if (fault == null || fault.takesEffect) {
          send(server.getOutputStream(), request);
          reply = message(replies);
        }
        if (fault == Fault.REPLY_LOST) {
          return;
        }
        send(
            client.getOutputStream(),
            fault == null ? reply : reply(request, answer(fault, request)));
      }
    } catch (IOException e) {
      // either side has gone
    } finally {
      open.remove(client);
    }
  }

  private static void send(OutputStream to, byte[] message) throws IOException {
    to.write(message);
    to.flush();
  }

  private static byte[] message(DataInputStream from) throws IOException {
    byte[] length = new byte[4];
    from.readFully(length);
    byte[] message = new byte[little(length).getInt(0)];
    if (message.length < HEADER_BYTES) {
      throw new EOFException();
    }
    System.arraycopy(length, 0, message, 0, 4);
    from.readFully(message, 4, message.length - 4);
    return message;
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private synchronized Fault faultFor(byte[] request) {
    if (!on || little(request).getInt(12) != OP_MSG) {
      return null;
    }
    if (!WRITES.contains(command(request).getFirstKey()) || random.nextDouble() >= share) {
      return null;
    }
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    injected.merge(fault, 1, Integer::sum);
    return fault;
  }

  /** The first section of kind 0. */
  private static RawBsonDocument command(byte[] request) {
    ByteBuffer bytes = little(request);
    int at = HEADER_BYTES + 4;
    while (request[at] != 0) {
      at += 1 + bytes.getInt(at + 1);
    }
    return new RawBsonDocument(request, at + 1, bytes.getInt(at + 1));
  }

  /** How many single writes the command has: in a section of kind 1, or in the command itself. */
  private static int writes(byte[] request) {
    ByteBuffer bytes = little(request);
    int writes = 0;
    int at = HEADER_BYTES + 4;
    while (at < request.length) {
      int end = at + 1 + bytes.getInt(at + 1);
      if (request[at] == 1) {
        int document = at + 5;
        while (request[document] != 0) {
          document++;
        }
        for (document++; document < end; document += bytes.getInt(document)) {
          writes++;
        }
      }
      at = end;
    }
    if (writes > 0) {
      return writes;
    }
    RawBsonDocument command = command(request);
    return command
        .getArray(
            command.getFirstKey().equals("insert") ? "documents" : command.getFirstKey() + "s")
        .size();
  }

  private synchronized BsonDocument answer(Fault fault, byte[] request) {
    return switch (fault) {
      case CONFLICT -> refused(112, "WriteConflict");
      case NOT_PRIMARY ->
          refused(
              NOT_PRIMARY_CODES[random.nextInt(NOT_PRIMARY_CODES.length)], "NotWritablePrimary");
      case CONFLICT_OF_EACH -> refusedEach(112, writes(request));
      case DUPLICATE_KEY_OF_EACH -> refusedEach(11000, writes(request));
      case NOT_REPLICATED ->
          // The numbers say all is well; only the concern tells that a majority may not have it.
          new BsonDocument("ok", new BsonDouble(1))
              .append("n", new BsonInt32(writes(request)))
              .append("nModified", new BsonInt32(writes(request)))
              .append(
                  "writeConcernError",
                  new BsonDocument("code", new BsonInt32(64))
                      .append("errmsg", new BsonString("waiting for replication timed out")));
      case REPLY_LOST -> throw new IllegalStateException("has no answer");
    };
  }

  private static BsonDocument refused(int code, String name) {
    return new BsonDocument("ok", new BsonDouble(0))
        .append("code", new BsonInt32(code))
        .append("codeName", new BsonString(name))
        .append("errmsg", new BsonString(name));
  }

  private static BsonDocument refusedEach(int code, int writes) {
    BsonArray errors = new BsonArray();
    for (int i = 0; i < writes; i++) {
      errors.add(
          new BsonDocument("index", new BsonInt32(i))
              .append("code", new BsonInt32(code))
              .append("errmsg", new BsonString("injected")));
    }
    return new BsonDocument("ok", new BsonDouble(1))
        .append("n", new BsonInt32(0))
        .append("nModified", new BsonInt32(0))
        .append("writeErrors", errors);
  }

  private static byte[] reply(byte[] request, BsonDocument answer) {
    BasicOutputBuffer body = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(body)) {
      new BsonDocumentCodec().encode(writer, answer, EncoderContext.builder().build());
    }
    byte[] document = body.toByteArray();
    byte[] reply = new byte[HEADER_BYTES + 5 + document.length];
    little(reply).putInt(0, reply.length).putInt(8, little(request).getInt(4)).putInt(12, OP_MSG);
    System.arraycopy(document, 0, reply, HEADER_BYTES + 5, document.length);
    return reply;
  }

  static List<Fault> all() {
    return List.of(Fault.values());
  }
}
