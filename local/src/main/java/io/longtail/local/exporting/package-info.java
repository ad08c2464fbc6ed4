/** The stored edges as text that can be imported again. */
package io.longtail.local.exporting;
