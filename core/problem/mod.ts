/** HTTP errors as problem details (RFC 9457). */
export { defineProblems, type Problem, PROBLEM_TYPE, ProblemError } from "./problem.ts";
