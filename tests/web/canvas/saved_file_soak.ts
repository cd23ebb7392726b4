// What `saved_file_test.ts` asserts in Chromium, in Firefox, and of files on the disk in both.
import "./saved_file_test.ts";
