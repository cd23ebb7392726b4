// What `paint_test.ts` asserts in Chromium, in Firefox.
import "./paint_test.ts";
