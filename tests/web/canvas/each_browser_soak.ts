// What `each_browser_test.ts` asserts in Chromium alone, in Firefox.
import "./each_browser_test.ts";
