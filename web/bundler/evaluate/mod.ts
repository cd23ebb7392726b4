/** Evaluates a checked widget, each in an isolate of its own. What runs in an isolate is in `isolate/`. */
export { evaluateWidget, type Evaluation } from "./evaluate_widget.ts";
export { IsolatePool } from "./isolate_pool.ts";
export { defaultIsolation, denoIsolation, type Isolation, nodeIsolation } from "./isolation.ts";
