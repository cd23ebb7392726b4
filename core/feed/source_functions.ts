import { quote } from "../errors/mod.ts";
import type {
  CompositionProblem,
  CompositionSource,
  FeedBundle,
  FeedBundleInfo,
  PreviewHostContext,
} from "./composition.ts";

const CONSEQUENCES = {
  group: "the bundle is in the Loose view",
  label: "the view is labelled by its key",
  order: "the view is ordered by its key",
  notes: "the view has no notes",
  context: "the bundle has no context",
} as const;

/**
 * What a source's configuration says of its bundles and views. Its functions are strangers' code: one that throws or
 * gives nonsense is recorded as a problem, and the default is taken.
 */
export class SourceFunctions {
  readonly #source: CompositionSource;
  readonly #problems: CompositionProblem[];

  /** The problems are added to the given list. */
  constructor(source: CompositionSource, problems: CompositionProblem[]) {
    this.#source = source;
    this.#problems = problems;
  }

  /** The key of the view that a bundle is in, or null for the Loose view. */
  key(bundle: FeedBundle): string | null {
    const { group = "dir", id } = this.#source;
    if (group === "single") return id;
    if (group === "dir") return topDirectory(bundle.relPath) ?? id;
    return this.#attempt("group", bundle.label, null, () => {
      const key = group(withoutId(bundle));
      if (key === null || (typeof key === "string" && key !== "")) return key;
      throw new TypeError("it gives neither a key nor null");
    });
  }

  /** The label of a view. */
  label(key: string): string {
    const { label } = this.#source;
    if (typeof label !== "function") return label ?? key;
    return this.#attempt("label", key, key, () => {
      const text = label(key);
      if (typeof text === "string") return text;
      throw new TypeError("it does not give a text");
    });
  }

  /** The place of a view; infinite when there is none. */
  order(key: string): number {
    const { order } = this.#source;
    if (order === undefined) return Infinity;
    return this.#attempt("order", key, Infinity, () => {
      const place = typeof order === "function" ? order(key) : order;
      if (typeof place === "number" && !Number.isNaN(place)) return place;
      throw new TypeError("it does not give a number");
    });
  }

  /** The notes of a view, if there are any. */
  notes(key: string): string | undefined {
    const { notes } = this.#source;
    if (typeof notes !== "function") return notes;
    return this.#attempt("notes", key, undefined, () => {
      const text = notes(key);
      if (text === undefined || typeof text === "string") return text;
      throw new TypeError("it gives neither a text nor undefined");
    });
  }

  /** What is injected into a bundle's card, if anything is: plain JSON, for it goes to the browser. */
  context(bundle: FeedBundle): PreviewHostContext | undefined {
    const { context } = this.#source;
    if (context === undefined) return undefined;
    return this.#attempt("context", bundle.label, undefined, () => {
      const values = typeof context === "function" ? context(withoutId(bundle)) : context;
      if (values === undefined) return undefined;
      if (typeof values === "object" && values !== null) return JSON.parse(JSON.stringify(values));
      throw new TypeError("it gives neither an object nor undefined");
    });
  }

  #attempt<Value>(
    name: keyof typeof CONSEQUENCES,
    subject: string,
    otherwise: Value,
    run: () => Value,
  ): Value {
    try {
      return run();
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
      const message = `Cannot use ${name} for ${quote(subject)}: ${reason}; ${CONSEQUENCES[name]}`;
      this.#problems.push({ code: `composition.${name}`, message });
      return otherwise;
    }
  }
}

/** The segment before the first slash, or null when there is none. */
function topDirectory(relPath: string | undefined): string | null {
  const slash = relPath?.indexOf("/") ?? -1;
  return slash > 0 ? relPath!.slice(0, slash) : null;
}

/** A configuration has no business with the id. */
function withoutId({ id: _id, ...info }: FeedBundle): FeedBundleInfo {
  return info;
}
