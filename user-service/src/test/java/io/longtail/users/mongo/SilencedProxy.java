package io.longtail.users.mongo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes to a local server and back until told to keep them: a network that is cut. */
final class SilencedProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean silent;

  SilencedProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    daemon(this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
  }

  void fallSilent() {
    silent = true;
  }

  private void acceptAll() throws IOException {
    while (true) {
      Socket near = listener.accept();
      Socket far = new Socket(InetAddress.getByName("127.0.0.1"), target);
      sockets.add(near);
      sockets.add(far);
      daemon(() -> pass(near, far));
      daemon(() -> pass(far, near));
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (!silent) {
        out.write(buffer, 0, n);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // closed: the end of the work
              }
            },
            "silenced-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
