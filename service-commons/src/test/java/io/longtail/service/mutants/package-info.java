/**
 * Deliberate faults of the mechanism, and the tests that must see them. A mutant is a small edit of
 * one or more sources; it is compiled in memory and its killing test run on it, without a build.
 */
package io.longtail.service.mutants;
