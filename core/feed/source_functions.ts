import { errorMessage, quote } from "../errors/mod.ts";
import type {
  CompositionProblem,
  CompositionSource,
  FeedBundle,
  FeedBundleInfo,
  PreviewHostContext,
} from "./composition.ts";

const MAX_REASON_LENGTH = 200;

const CONSEQUENCES = {
  group: "the bundle is in the Loose view",
  label: "the view is labelled by its key",
  order: "the view is ordered by its key",
  notes: "the view has no notes",
  context: "the bundle has no context",
} as const;

/**
 * Calls the functions of a source's configuration. A function that throws or returns an invalid value is reported as a
 * problem, and its default is used.
 */
export class SourceFunctions {
  readonly #source: CompositionSource;
  readonly #problems: CompositionProblem[];

  /** Problems are appended to the given list. */
  constructor(source: CompositionSource, problems: CompositionProblem[]) {
    this.#source = source;
    this.#problems = problems;
  }

  /** The key of a bundle's view, or null for the Loose view. */
  key(bundle: FeedBundle): string | null {
    const { group = "dir", id } = this.#source;
    if (group === "single") return id;
    if (group === "dir") return topDirectory(bundle.relPath) ?? id;
    return this.#attempt("group", bundle.label, null, () => {
      const key = group(withoutId(bundle));
      if (key === null || (typeof key === "string" && key !== "")) return key;
      throw new TypeError("it returns neither a key nor null");
    });
  }

  /** The label of a view. */
  label(key: string): string {
    const { label } = this.#source;
    if (typeof label !== "function") return label ?? key;
    return this.#attempt("label", key, key, () => {
      const text = label(key);
      if (typeof text === "string") return text;
      throw new TypeError("it does not return a string");
    });
  }

  /** The position of a view; infinite by default. */
  order(key: string): number {
    const { order } = this.#source;
    if (order === undefined) return Infinity;
    return this.#attempt("order", key, Infinity, () => {
      const position = typeof order === "function" ? order(key) : order;
      if (typeof position === "number" && !Number.isNaN(position)) return position;
      throw new TypeError("it does not return a number");
    });
  }

  /** The notes of a view, if any. */
  notes(key: string): string | undefined {
    const { notes } = this.#source;
    if (typeof notes !== "function") return notes;
    return this.#attempt("notes", key, undefined, () => {
      const text = notes(key);
      if (text === undefined || typeof text === "string") return text;
      throw new TypeError("it returns neither a string nor undefined");
    });
  }

  /** The values to inject into a bundle's card, if any: plain JSON, as they are sent to the browser. */
  context(bundle: FeedBundle): PreviewHostContext | undefined {
    const { context } = this.#source;
    if (context === undefined) return undefined;
    return this.#attempt("context", bundle.label, undefined, () => {
      const values = typeof context === "function" ? context(withoutId(bundle)) : context;
      if (values === undefined) return undefined;
      if (typeof values === "object" && values !== null) return JSON.parse(JSON.stringify(values));
      throw new TypeError("it returns neither an object nor undefined");
    });
  }

  #attempt<Value>(
    name: keyof typeof CONSEQUENCES,
    subject: string,
    fallback: Value,
    run: () => Value,
  ): Value {
    try {
      return run();
    } catch (error) {
      const reason = errorMessage(error).slice(0, MAX_REASON_LENGTH);
      const message = `Cannot use ${name} for ${quote(subject)}: ${reason}; ${CONSEQUENCES[name]}`;
      this.#problems.push({ code: `composition.${name}`, message });
      return fallback;
    }
  }
}

/** The path segment before the first slash, or null without a slash. */
function topDirectory(relPath: string | undefined): string | null {
  const slash = relPath?.indexOf("/") ?? -1;
  return slash > 0 ? relPath!.slice(0, slash) : null;
}

/** The id is internal to the preview. */
function withoutId({ id: _id, ...info }: FeedBundle): FeedBundleInfo {
  return info;
}
