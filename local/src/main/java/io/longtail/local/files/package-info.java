/** Files and directories of a local run. */
package io.longtail.local.files;
