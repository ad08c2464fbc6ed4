/**
 * The running stack: where it is, the processes it is made of, how they are started, watched and
 * stopped.
 */
package io.longtail.local.stack;
