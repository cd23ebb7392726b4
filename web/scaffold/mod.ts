/**
 * Creates the project of `pnpm create @tck/widget`: one example widget and a guide for the agent that continues.
 *
 * @module
 */
export {
  type CreatedProject,
  createProject,
  ScaffoldError,
  type ScaffoldErrorCode,
} from "./create_project.ts";
