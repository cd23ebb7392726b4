// What `accessibility_test.ts` asserts of the sealed canvas, of the open one.
import "./accessibility_test.ts";
