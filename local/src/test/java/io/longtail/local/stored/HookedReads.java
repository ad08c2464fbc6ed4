package io.longtail.local.stored;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A database in which something happens before each read of one collection. */
public final class HookedReads {
  private HookedReads() {}

  /**
   * @param hook what happens: a write by somebody else, or a failure
   */
  public static MongoDatabase of(MongoDatabase database, String collection, Runnable hook) {
    return proxy(
        MongoDatabase.class,
        (self, method, arguments) -> {
          Object answer = call(database, method, arguments);
          return method.getName().equals("getCollection") && arguments[0].equals(collection)
              ? hooked((MongoCollection<?>) answer, hook)
              : answer;
        });
  }

  private static MongoCollection<?> hooked(MongoCollection<?> collection, Runnable hook) {
    return proxy(
        MongoCollection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("find")) {
            hook.run();
          }
          return call(collection, method, arguments);
        });
  }

  private static Object call(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(HookedReads.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
