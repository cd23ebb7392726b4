import type { CommitPlan, WidgetCommitSpec } from "../../core/commit/mod.ts";
import { planCommit } from "../../core/commit/mod.ts";
import { makeSpec } from "../core/commit/bundles.ts";

/** A batch that an agent of the model commits. */
export interface ModelBatch {
  /** For the trace, such as `01 AB`. */
  readonly label: string;
  readonly userId: string;
  readonly localDate: string;
  readonly plan: CommitPlan;
}

/** Two days of one user, so that commits meet on a batch and on the objects that both batches share. */
const DAYS = ["2026-01-01", "2026-01-02"];
/** Whose batches they are. */
export const USER = "demo";

/** Which widgets a batch has: small letters with a source, digits with a manifest of their own. */
const CONTENTS = ["A", "B", "AB", "Ab", "a", "B1", "1"];

/** Every batch that the agents choose from. Made once: a plan is plain data. */
export const BATCHES: readonly ModelBatch[] = DAYS.flatMap((localDate) =>
  CONTENTS.map((content) => ({
    label: `${localDate.slice(-2)} ${content}`,
    userId: USER,
    localDate,
    plan: planBatch(localDate, content),
  }))
);

function planBatch(localDate: string, content: string): CommitPlan {
  const specs = [...content].map((letter, index) => describeWidget(localDate, letter, index + 1));
  const withSource = specs.filter((_, index) => /[a-z]/.test(content[index]!)).map(({ name }) => name);
  return planCommit({ userId: USER, localDate, kind: "morning_brief" }, specs, new Set(withSource));
}

function describeWidget(localDate: string, letter: string, position: number): WidgetCommitSpec {
  const day = localDate.endsWith("1") ? "a" : "b";
  const own = /[0-9]/.test(letter);
  return makeSpec(position, {
    widgetId: `w_${day}${position + 1}${letter.toLowerCase().replace("1", "z").repeat(24)}`,
    bundleHash: letter.toUpperCase().repeat(64),
    // What jsonb cannot hold becomes an object.
    manifest: { id: own ? "\u0000" : "weather" },
    stylesCovered: !own,
  });
}
