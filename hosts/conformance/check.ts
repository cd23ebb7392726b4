import type { Service } from "./service.ts";

/** One rule of the specification or the architecture page, checked from outside. */
export interface Check {
  /** The route, as the specification writes it: `GET /v2/daily-pages`. */
  route: string;
  /** What must hold, as a sentence. */
  rule: string;
  /**
   * @throws {CheckFault} when it does not hold
   * @throws {CheckSkipped} when it cannot be checked with what was given
   */
  run(service: Service): Promise<void>;
}

export function check(route: string, rule: string, run: Check["run"]): Check {
  return { route, rule, run };
}

export interface CheckResult extends Omit<Check, "run"> {
  outcome: "passed" | "failed" | "skipped";
  /** What was expected and what came, or why the check was skipped; null for one that passed. */
  detail: string | null;
}
