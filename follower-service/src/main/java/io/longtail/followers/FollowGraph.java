package io.longtail.followers;

/** Both sides of the graph, for whoever changes it. */
public record FollowGraph(EdgeLists followers, EdgeLists following) {}
