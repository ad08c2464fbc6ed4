/** What the command shows to people and to scripts. */
package io.longtail.local.console;
