/**
 * What a user says about itself, and the rules for it: pure values that know nothing but Java. A
 * value that exists keeps its rule.
 */
package io.longtail.users.profile;
