// What `chat_attacks_test.ts` asserts in Chromium, in Firefox.
import "./chat_attacks_test.ts";
