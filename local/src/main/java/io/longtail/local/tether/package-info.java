/**
 * What a child process of the command needs to end with it. In a jar of its own, so that it can
 * stand on the classpath of a service without bringing anything else along.
 */
package io.longtail.local.tether;
