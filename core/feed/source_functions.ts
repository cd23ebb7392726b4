import { errorMessage, quote } from "../errors/mod.ts";
import type {
  CompositionProblem,
  CompositionSource,
  FeedBundle,
  FeedBundleInfo,
  PreviewHostContext,
  UnreadableFile,
} from "./composition.ts";

/** The longest reason that is shown, in characters. */
const MAX_REASON_LENGTH = 200;

/** For each function of a source: what is wrong with another value than it should return, and what is shown then. */
const FAULTS = {
  group: ["it returns neither a key nor null", "the bundle is in the Loose view"],
  label: ["it does not return a string", "the view is labelled by its key"],
  order: ["it does not return a number", "the view is ordered by its key"],
  notes: ["it returns neither a string nor undefined", "the view has no notes"],
  context: ["it returns neither an object nor undefined", "the bundle has no context"],
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
    const isKey = (key: unknown) => key === null || (typeof key === "string" && key !== "");
    return this.#call("group", bundle.label, null, () => group(withoutId(bundle)), isKey);
  }

  /** The key of the view of a file without a manifest, which a grouping function cannot be called with. */
  keyOfUnreadable({ relPath }: UnreadableFile): string | null {
    const { group = "dir", id } = this.#source;
    if (typeof group === "function") return null;
    return group === "single" ? id : topDirectory(relPath) ?? id;
  }

  label(key: string): string {
    const { label } = this.#source;
    if (typeof label !== "function") return label ?? key;
    return this.#call("label", key, key, () => label(key), (text) => typeof text === "string");
  }

  /** The position of a view; infinite by default. */
  order(key: string): number {
    const { order = Infinity } = this.#source;
    const isPosition = (position: unknown) => typeof position === "number" && !Number.isNaN(position);
    return this.#call(
      "order",
      key,
      Infinity,
      () => typeof order === "function" ? order(key) : order,
      isPosition,
    );
  }

  notes(key: string): string | undefined {
    const { notes } = this.#source;
    if (typeof notes !== "function") return notes;
    const isText = (text: unknown) => text === undefined || typeof text === "string";
    return this.#call("notes", key, undefined, () => notes(key), isText);
  }

  /** The values to inject into a bundle's card, if any: plain JSON, as they are sent to the browser. */
  context(bundle: FeedBundle): PreviewHostContext | undefined {
    const { context } = this.#source;
    const read = () => {
      const values = typeof context === "function" ? context(withoutId(bundle)) : context;
      return typeof values === "object" && values !== null ? JSON.parse(JSON.stringify(values)) : values;
    };
    const areValues = (values: unknown) =>
      values === undefined || (typeof values === "object" && values !== null);
    return this.#call("context", bundle.label, undefined, read, areValues);
  }

  #call<Value>(
    name: keyof typeof FAULTS,
    subject: string,
    fallback: Value,
    run: () => Value,
    isValid: (value: unknown) => boolean,
  ): Value {
    const [fault, consequence] = FAULTS[name];
    try {
      const value = run();
      if (isValid(value)) return value;
      throw new TypeError(fault);
    } catch (error) {
      const reason = errorMessage(error).slice(0, MAX_REASON_LENGTH);
      const message = `Cannot use ${name} for ${quote(subject)}: ${reason}; ${consequence}`;
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
