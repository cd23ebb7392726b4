// What `pictures_test.ts` asserts in Chromium, in Firefox, and of pictures in a chat in both.
import "./pictures_test.ts";
