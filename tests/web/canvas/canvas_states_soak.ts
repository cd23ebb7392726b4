// What `canvas_states_test.ts` asserts of the sealed canvas, of the open one.
import "./canvas_states_test.ts";
