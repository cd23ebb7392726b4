/**
 * Fits the content of a card into a fixed height.
 *
 * @module
 */
export { SECTION } from "./blocks.ts";
export { fitContent } from "./fit_content.ts";
export { LEAST_TITLE } from "./headers.ts";
export { showEverything } from "./steps.ts";
export { useFit } from "./use_fit.ts";
