/**
 * Fits the content of a card into a fixed height.
 *
 * @module
 */
export { clearFit, fitContent } from "./fit_content.ts";
export { useFit } from "./use_fit.ts";
