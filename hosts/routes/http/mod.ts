/**
 * What HTTP applications have in common, for rooms that answer requests of their own. It loads none of the routes, so a
 * command that only opens the stores loads none of them either.
 */
export * from "./parameters.ts";
export { type Log, OBJECT_MISSING_EVENT, type ProblemCode, PROBLEMS, respondProblem } from "./problem.ts";
export { ISOLATION_HEADERS } from "./response_headers.ts";
export { respondUnmatched } from "./unmatched.ts";
export { type ArrivedRequest, chooseRequestId, REQUEST_ID_HEADER } from "./request_trace.ts";
export { authorizeService, requireService } from "./service_guard.ts";
export type { SendRequest, Upstream } from "./upstream.ts";
export type { SignIn } from "./web_identity.ts";
