// What `link_addresses_test.ts` asserts in Chromium alone, in Firefox.
import "./link_addresses_test.ts";
