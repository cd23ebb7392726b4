/**
 * The description of the public API: an OpenAPI 3.1 document from the definitions that validate, and a page of it.
 *
 * @module
 */
export { type ApiDescriptionDependencies, createApiDescription } from "./api_description.ts";
export { buildOpenApi } from "./document.ts";
export { BATCH, BATCH_LIST, PROBLEM, WIDGET } from "./answers.ts";
