/**
 * Histories that need a rule: each is played step by step in the real core, with the owners, stalls
 * and crashes that it takes, and ends right. Without its rule it ends wrong, which the mutants show
 * ({@code docs/mutants.md}).
 *
 * <p>Mostly the threshold is one and so is the page size: of n members the newest is in the head,
 * the others in n - 1 pages.
 */
package io.longtail.followers.histories;
