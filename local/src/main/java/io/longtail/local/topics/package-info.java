/** The reading of whole topics, outside of any consumer group. */
package io.longtail.local.topics;
