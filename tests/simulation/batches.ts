import type { CommitPlan, WidgetCommitSpec } from "../../core/commit/mod.ts";
import { planCommit } from "../../core/commit/mod.ts";
import { serialiseManifest } from "../../core/manifest/mod.ts";
import { makeSpec } from "../core/commit/bundles.ts";

/** A batch that the model's agents commit. */
export interface ModelBatch {
  /** For the trace, such as `01 AB`. */
  readonly label: string;
  readonly userId: string;
  readonly localDate: string;
  readonly plan: CommitPlan;
}

/** Two days of one user, so that commits compete for a batch and for the objects that both batches share. */
const DAYS = ["2026-01-01", "2026-01-02"];
/** The owner of the batches. */
export const USER = "demo";

/** The widgets of a batch: lower-case letters have a source, digits have their manifest in an object. */
const CONTENTS = ["A", "B", "AB", "Ab", "a", "B1", "1"];

/** Every batch that the agents choose from. */
export const BATCHES: readonly ModelBatch[] = DAYS.flatMap((localDate) =>
  CONTENTS.map((content) => ({
    label: `${localDate.slice(-2)} ${content}`,
    userId: USER,
    localDate,
    plan: planBatch(localDate, content),
  }))
);

function planBatch(localDate: string, content: string): CommitPlan {
  const specs = [...content].map((letter, index) => buildSpec(localDate, letter, index + 1));
  const withSource = specs.filter((_, index) => /[a-z]/.test(content[index]!)).map(({ name }) => name);
  return planCommit({ userId: USER, localDate, kind: "morning_brief" }, specs, new Set(withSource));
}

function buildSpec(localDate: string, letter: string, position: number): WidgetCommitSpec {
  const day = localDate.endsWith("1") ? "a" : "b";
  const inObject = /[0-9]/.test(letter);
  return makeSpec(position, {
    widgetId: `w_${day}${position + 1}${letter.toLowerCase().replace("1", "z").repeat(24)}`,
    bundleHash: letter.toUpperCase().repeat(64),
    // A manifest that jsonb cannot store becomes an object.
    manifestBytes: serialiseManifest({ id: inObject ? "\u0000" : "weather" }),
    stylesCovered: !inObject,
  });
}
