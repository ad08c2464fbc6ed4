package io.longtail.users.rest;

/** The examples of the OpenAPI document. */
final class Examples {
  static final String NEW_PERSON =
      """
      {"id":"u-7","handle":"Ada","type":"PERSON","firstName":"Ada","lastName":"Lovelace"}""";
  static final String NEW_ORGANIZATION =
      """
      {"handle":"acme","type":"ORGANIZATION","name":"Acme","website":"https://acme.example"}""";
  static final String PERSON =
      """
      {"id":"u-7","type":"PERSON","handle":"Ada","firstName":"Ada","lastName":"Lovelace",\
      "createdAt":"2026-01-01T00:00:00Z","followerCount":2,"followingCount":0,\
      "countsAsOf":"2026-01-01T00:00:05Z"}""";
  static final String ORGANIZATION =
      """
      {"id":"8d1f4c0e-5b1a-4e0e-9f60-0c1f5a0d3c11","type":"ORGANIZATION","handle":"acme",\
      "name":"Acme","website":"https://acme.example","createdAt":"2026-01-01T00:00:00Z",\
      "followerCount":4200000,"followingCount":1,"countsAsOf":"2026-01-01T00:00:05Z"}""";
  static final String FOUND = "{\"items\":[" + PERSON + "]}";
  static final String ACCEPTED =
      """
      {"position":"3:991223"}""";
  static final String BAD_HANDLE =
      """
      {"type":"about:blank","title":"Bad request","status":400,\
      "detail":"handle must be 1 to 30 of A-Z a-z 0-9 _ . (upper and lower case are the same)",\
      "errors":[{"field":"handle",\
      "rule":"must be 1 to 30 of A-Z a-z 0-9 _ . (upper and lower case are the same)"}]}""";
  static final String BAD_ID =
      """
      {"type":"about:blank","title":"Bad request","status":400,\
      "detail":"id must be 1 to 64 of A-Z a-z 0-9 _ . : - and begin with a letter, a digit or _",\
      "errors":[{"field":"id",\
      "rule":"must be 1 to 64 of A-Z a-z 0-9 _ . : - and begin with a letter, a digit or _"}]}""";
  static final String SELF_FOLLOW =
      """
      {"type":"about:blank","title":"Bad request","status":400,\
      "detail":"followeeId must differ from the id of the follower",\
      "errors":[{"field":"followeeId","rule":"must differ from the id of the follower"}]}""";
  static final String HANDLE_TAKEN =
      """
      {"type":"about:blank","title":"Conflict","status":409,"detail":"handle is taken",\
      "errors":[{"field":"handle","rule":"is taken"}]}""";
  static final String UNKNOWN_USER =
      """
      {"type":"about:blank","title":"Not found","status":404,"detail":"there is no user u-7"}""";
  static final String STORE_AWAY =
      """
      {"type":"about:blank","title":"Service unavailable","status":503,\
      "detail":"the database did not answer in time; repeating is safe"}""";
  static final String NOT_CONFIRMED =
      """
      {"type":"about:blank","title":"Service unavailable","status":503,\
      "detail":"not confirmed in the log; repeating is safe"}""";

  private Examples() {}
}
