// What `mounted_feed_test.ts` asserts in Chromium, in Firefox.
import "./mounted_feed_test.ts";
