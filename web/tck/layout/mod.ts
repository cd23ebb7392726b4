/**
 * What the report of a snapshot counts with, as the layout of a card does.
 *
 * @module
 */
export { type KeptPlan, keptPlan } from "./kept_plan.ts";
export type { Piece } from "./model.ts";
export { LEAST_TITLE } from "./tokens.ts";
