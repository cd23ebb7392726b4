/**
 * What `pnpm create @tck/widget` unpacks: a project with one example widget and the guide for the agent that goes on.
 *
 * @module
 */
export {
  type CreatedProject,
  createProject,
  ScaffoldError,
  type ScaffoldErrorCode,
} from "./create_project.ts";
