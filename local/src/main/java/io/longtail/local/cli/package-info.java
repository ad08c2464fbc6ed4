/** The command {@code longtail}: its options, what it prints, and how it exits. */
package io.longtail.local.cli;
