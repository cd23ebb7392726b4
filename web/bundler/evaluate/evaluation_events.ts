import * as v from "valibot";

const places = v.array(v.object({ line: v.number(), column: v.number() }));

const error = { message: v.string(), places };

const rendering = { size: v.string(), state: v.nullable(v.string()), locale: v.string() };

const renderFailure = v.object({ ...error, ...rendering, others: v.number() });

const renderingEvent = v.object({ step: v.literal("rendering"), ...rendering });

const evaluationError = v.object(error);

const manifestFault = v.object({ path: v.string(), message: v.string() });

const drawnCard = v.object({
  locale: v.string(),
  markup: v.nullable(v.string()),
  reason: v.string(),
  places,
});

const evaluationEvent = v.union([
  v.object({ step: v.literal("ready") }),
  v.object({ step: v.literal("loaded"), error: evaluationError }),
  v.object({
    step: v.literal("loaded"),
    hasManifest: v.boolean(),
    hasMigrations: v.boolean(),
    manifest: v.unknown(),
    manifestLength: v.number(),
    fault: v.nullable(manifestFault),
    component: v.string(),
  }),
  renderingEvent,
  v.object({ step: v.literal("rendered"), error: evaluationError }),
  v.object({ step: v.literal("rendered"), failures: v.array(renderFailure) }),
  v.object({ step: v.literal("drawn"), cards: v.array(drawnCard) }),
]);

/** An error of the author's code, with the places in the evaluated code that it may come from, the likeliest first: one-based. */
export type EvaluationError = v.InferOutput<typeof evaluationError>;

/** What is wrong with a value of a manifest, and its path. */
export type ManifestFault = v.InferOutput<typeof manifestFault>;

/** A rendering that throws, and how many others throw the same. */
export type RenderFailure = v.InferOutput<typeof renderFailure>;

export type RenderingEvent = v.InferOutput<typeof renderingEvent>;

/** The markup of a card in one language, or null and why it has none, with the places that may be the
 * cause, the likeliest first. */
export type DrawnCard = v.InferOutput<typeof drawnCard>;

/**
 * What an isolate reports, one line of JSON each: `ready`, then `loaded`, `rendering` for each one, `rendered`, and of a valid
 * widget `drawn`.
 */
export type EvaluationEvent = v.InferOutput<typeof evaluationEvent>;

/** Reads a line of an isolate. @returns null when it is malformed */
export function parseEvaluationEvent(line: string): EvaluationEvent | null {
  try {
    return v.parse(evaluationEvent, JSON.parse(line));
  } catch {
    return null;
  }
}
