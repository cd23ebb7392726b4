// What these assert in Chromium, in Firefox, and of files on the disk in both.
import "./saved_file_links_test.ts";
import "./saved_file_test.ts";
