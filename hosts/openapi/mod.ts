/**
 * The description of the public API: an OpenAPI 3.1 document from the definitions that validate, and a page of it; and that
 * of what writers call.
 *
 * @module
 */
export {
  type ApiDescriptionDependencies,
  createApiDescription,
  createInternalDescription,
} from "./api_description.ts";
export { buildOpenApi } from "./document.ts";
export { buildInternalOpenApi } from "./internal_document.ts";
export { BATCH, BATCH_LIST, COMMITTED_BATCH, PROBLEM, SESSION, WIDGET } from "./answers.ts";
