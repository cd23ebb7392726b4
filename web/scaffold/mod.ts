/**
 * Creates the project of `pnpm create @tck/widget`: one example widget and a guide for the agent that continues.
 *
 * @module
 */
export { createProject, ScaffoldError, type ScaffoldErrorCode } from "./create_project.ts";
export { readTemplate } from "./template.ts";
