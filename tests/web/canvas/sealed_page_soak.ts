// What `sealed_page_test.ts` asserts in Chromium, in Firefox.
import "./sealed_page_test.ts";
