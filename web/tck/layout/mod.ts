/**
 * What the report of a snapshot counts with, as the layout of a card does.
 *
 * @module
 */
export { LEAST_TITLE } from "./tokens.ts";
