// What `sealed_links_test.ts` asserts in Chromium, in Firefox.
import "./sealed_links_test.ts";
