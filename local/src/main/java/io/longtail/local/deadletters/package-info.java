/** The dead letters: records of the log that were no event, and why. */
package io.longtail.local.deadletters;
