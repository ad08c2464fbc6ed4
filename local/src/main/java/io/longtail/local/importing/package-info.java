/**
 * Follow edges from a file into the log: the grammar of a row, the reading of files as they come,
 * the publishing at full speed, and the waiting until everything is applied.
 */
package io.longtail.local.importing;
