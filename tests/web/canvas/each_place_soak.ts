// What `each_place_test.ts` asserts, in Firefox in the other places.
import "./each_place_test.ts";
