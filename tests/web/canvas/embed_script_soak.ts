// What `embed_script_test.ts` asserts in Chromium, in Firefox.
import "./embed_script_test.ts";
