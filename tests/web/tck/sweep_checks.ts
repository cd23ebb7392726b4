import type { SweepCheck } from "./sweep.ts";
import { ACCESS } from "./sweep_access.ts";
import { EDGES } from "./sweep_edges.ts";
import { INSETS_AND_GAPS } from "./sweep_insets.ts";
import { TYPE } from "./sweep_type.ts";

/** All that is asserted of every view in every size: a new check is added here. */
export const SWEEP_CHECKS: readonly SweepCheck[] = [EDGES, TYPE, INSETS_AND_GAPS, ACCESS];
