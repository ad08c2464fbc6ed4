package io.longtail.local.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of the loopback address, on which everything of a local run listens. */
public final class Ports {
  public static final String HOST = "127.0.0.1";

  /** As a port asked for: any free one. */
  public static final int ANY = 0;

  private Ports() {}

  /**
   * A port that is free now. It may be taken before it is used: whoever binds it tries again on
   * {@link #isBindError}.
   */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // As servers do: a connection of the last run in TIME_WAIT does not make a port taken.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(HOST, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a start failed because somebody else has the port. */
  public static boolean isBindError(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }
}
