// What `stored_pages_test.ts` asserts in Chromium, in Firefox.
import "./stored_pages_test.ts";
