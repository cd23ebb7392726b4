// What `saved_card_test.ts` asserts in Chromium, in Firefox.
import "./saved_card_test.ts";
