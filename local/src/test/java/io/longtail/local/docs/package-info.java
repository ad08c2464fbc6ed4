/** What the documents say, checked as far as it can be without a running stack. */
package io.longtail.local.docs;
