/**
 * What both the report of a snapshot and the layout of a card calculate with.
 *
 * @module
 */
export { type KeptPlan, keptPlan } from "./kept_plan.ts";
export type { Piece } from "./model.ts";
export { LEAST_TITLE } from "./tokens.ts";
