/** Checks deployed services from outside. */
export type { CheckResult } from "./check.ts";
export { ConformanceError } from "./errors.ts";
export { checkConformance } from "./run_checks.ts";
export type { Answer, ConformanceOptions, SendRequest, WriterAccess } from "./service.ts";
