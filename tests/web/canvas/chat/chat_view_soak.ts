// What `chat_view_test.ts` asserts in Chromium, in Firefox.
import "./chat_view_test.ts";
