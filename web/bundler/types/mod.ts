/** The types of a project, which its own TypeScript checks. Nothing of the build is loaded for it. */
export { checkTypes, findTypesObstacle } from "./check_types.ts";
export { mergeTypeErrors } from "./merge_type_errors.ts";
