/**
 * Checks the types of a project with the TypeScript that it has installed.
 *
 * @module
 */
export { checkTypes } from "./check_types.ts";
export { mergeTypeErrors } from "./merge_type_errors.ts";
