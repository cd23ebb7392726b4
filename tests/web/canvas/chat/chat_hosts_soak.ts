// What `chat_hosts_test.ts` asserts in Chromium, in Firefox.
import "./chat_hosts_test.ts";
