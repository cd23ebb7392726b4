/**
 * Fits the content of a card into a fixed height.
 *
 * @module
 */
export { useFit } from "./use_fit.ts";
