/** HTTP errors as problem details (RFC 9457). */
export { defineProblems, type Problem, PROBLEM_TYPE } from "./problem.ts";
export { ProblemError } from "./problem_error.ts";
