package io.longtail.local.verifying;

/** One law violated by what is stored for one user. */
public record Violation(Law law, String user, String detail) {}
