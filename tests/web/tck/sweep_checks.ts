import type { SweepCheck } from "./sweep.ts";
import { ACCESS, ACCESS_AT_EVERY_SIZE } from "./sweep_access.ts";
import { CONTENT } from "./sweep_content.ts";
import { EDGES } from "./sweep_edges.ts";
import { INSETS_AND_GAPS } from "./sweep_insets.ts";
import { PLAN } from "./sweep_plan.ts";
import { ROOM } from "./sweep_room.ts";
import { TYPE } from "./sweep_type.ts";

/** All that is asserted of every view in every size: a new check is added here. */
export const SWEEP_CHECKS: readonly SweepCheck[] = [
  EDGES,
  PLAN,
  CONTENT,
  ROOM,
  TYPE,
  INSETS_AND_GAPS,
  ACCESS,
];

/** The same, and what `sweep_soak.ts` alone asserts at every size. */
export const SWEEP_CHECKS_AT_EVERY_SIZE: readonly SweepCheck[] = SWEEP_CHECKS.map((check) =>
  check === ACCESS ? ACCESS_AT_EVERY_SIZE : check
);
