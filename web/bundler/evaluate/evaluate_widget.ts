import { LIMITS } from "../../../core/contract/mod.ts";
import {
  findManifestWarnings,
  InvalidManifestError,
  type ManifestIssue,
  parseManifest,
  type WidgetManifest,
} from "../../../core/manifest/mod.ts";
import type { CheckedModule } from "../check/mod.ts";
import { diagnose, type Diagnostic, DiagnosticError, type Location } from "../diagnostic.ts";
import { type DiagnosticCode, hintOf, isError } from "../diagnostic_codes.ts";
import type { Exchange } from "../processes/mod.ts";
import { SourcePlaces } from "../source_places.ts";
import {
  type DrawnCard,
  type EvaluationError,
  type EvaluationEvent,
  parseEvaluationEvent,
  type RenderFailure,
  type RenderingEvent,
} from "./evaluation_events.ts";
import type { IsolateTurn } from "./isolate_pool.ts";
import { findExporter } from "../check/imported_names.ts";
import { hintWithoutPage } from "./page_hints.ts";

/** A valid widget. */
export interface Evaluation {
  checked: CheckedModule;
  manifest: WidgetManifest;
  /** The markup of its default state, by language: without those in which it cannot be known before. */
  cards: ReadonlyMap<string, string>;
  /** What its author should look at. */
  warnings: readonly Diagnostic[];
  /** Why languages have no markup. */
  notes: readonly Diagnostic[];
}

/**
 * Evaluates a widget in an isolate: loads its module, takes its manifest, and renders its component in every size, state
 * and language (lifecycle specification, rule 2: the bundler decides).
 *
 * @param onRendered called in a page once the widget is found valid, before its card is drawn
 * @throws {DiagnosticError} when the module fails, exports no valid manifest or no component, or a rendering throws
 * @throws {ProcessStartError} when no isolate can be started
 */
export async function evaluateWidget(
  turn: Pick<IsolateTurn, "evaluate">,
  checked: CheckedModule,
  onRendered: (manifest: WidgetManifest) => void = () => {},
): Promise<Evaluation> {
  const exchange = await turn.evaluate(checked.evaluatedCode, (lines) => {
    const { manifest, diagnostics } = new EvaluationRecord(checked, { lines: [...lines], end: null })
      .readVerdict();
    if (manifest !== null && !diagnostics.some(isError)) onRendered(manifest);
  });
  const record = new EvaluationRecord(checked, exchange);
  const { manifest, diagnostics } = record.readVerdict();
  if (manifest === null || diagnostics.some(isError)) throw new DiagnosticError(diagnostics);
  return { checked, manifest, warnings: diagnostics, ...record.readCards(manifest) };
}

type Loaded = EvaluationEvent & { step: "loaded" };
type LoadedExports = Extract<Loaded, { hasManifest: boolean }>;
type Rendered = EvaluationEvent & { step: "rendered" };
type Drawn = EvaluationEvent & { step: "drawn" };

/** What is known of a widget after its evaluation. */
interface Verdict {
  /** Null when it is missing or not valid. */
  manifest: WidgetManifest | null;
  /** All faults and warnings, but none that may be the consequence of another. */
  diagnostics: Diagnostic[];
}

interface ManifestVerdict extends Verdict {
  /** Whether the component can be rendered as the manifest says, valid or not. */
  isRenderable: boolean;
}

/** The events of an isolate. */
class EvaluationRecord {
  readonly #loaded: Loaded | undefined;
  readonly #renderings: readonly RenderingEvent[];
  readonly #rendered: Rendered | undefined;
  readonly #cards: readonly DrawnCard[] | null;
  readonly #isTimeout: boolean;
  readonly #reason: string;
  readonly #places: SourcePlaces;

  constructor(private readonly checked: CheckedModule, { lines, end }: Exchange) {
    const events = lines.map(parseEvaluationEvent);
    this.#loaded = events.find((event) => event?.step === "loaded") as Loaded | undefined;
    this.#renderings = events.filter((event) => event?.step === "rendering");
    this.#rendered = events.find((event) => event?.step === "rendered") as Rendered | undefined;
    const drawn = events.find((event) => event?.step === "drawn");
    this.#cards = drawn === undefined ? null : (drawn as Drawn).cards;
    this.#isTimeout = end?.cause === "timeout";
    this.#reason = end?.reason ?? "its answer is malformed";
    this.#places = new SourcePlaces(checked.map, checked.source.file);
  }

  readVerdict(): Verdict {
    const loaded = this.#loaded;
    if (!loaded || "error" in loaded) {
      return { manifest: null, diagnostics: [this.#explainUnloaded(loaded?.error)] };
    }
    const { manifest, diagnostics: found, isRenderable } = this.#readManifest(loaded);
    const diagnostics = [...found, ...this.#checkComponent(loaded)];
    const isRendered = isRenderable && loaded.component === "function";
    return { manifest, diagnostics: isRendered ? [...diagnostics, ...this.#checkRenderings()] : diagnostics };
  }

  /** What was drawn of a valid widget: an empty markup is that of a card that shows nothing. */
  readCards({ languages = ["en"] }: WidgetManifest): Pick<Evaluation, "cards" | "notes"> {
    if (this.#cards === null) {
      const reason = this.#isTimeout ? this.#reason : `the process that draws it ends: ${this.#reason}`;
      return { cards: new Map(), notes: [this.#createNote(languages, reason)] };
    }
    const cards = new Map<string, string>();
    const notes = new Map<string, { languages: string[]; reason: string; place: Location | undefined }>();
    for (const { locale, markup, reason, places } of this.#cards) {
      if (markup !== null) {
        if (markup !== "") cards.set(locale, markup);
        continue;
      }
      const key = JSON.stringify([reason, places]);
      const place = this.#locateFirst(places);
      const note = notes.get(key) ?? { languages: [], reason, place };
      note.languages.push(locale);
      notes.set(key, note);
    }
    return {
      cards,
      notes: Array.from(
        notes.values(),
        ({ languages, reason, place }) => this.#createNote(languages, reason, place),
      ),
    };
  }

  #createNote(languages: readonly string[], reason: string, place?: Location): Diagnostic {
    const shown = languages.slice(0, MAX_LISTED_LANGUAGES).join(", ");
    const more = languages.length > MAX_LISTED_LANGUAGES
      ? ` and ${languages.length - MAX_LISTED_LANGUAGES} more`
      : "";
    const message = `the bundle has no markup of the card in ${shown}${more}: ${reason}`;
    return this.#createDiagnostic("card.not_drawn", message, place);
  }

  #explainUnloaded(error: EvaluationError | undefined): Diagnostic {
    if (error) {
      const message = `the module fails when it is loaded: ${error.message}`;
      return this.#explainThrown("module.failed", message, error);
    }
    return this.#isTimeout
      ? this.#createDiagnostic("module.timeout", `the module is not loaded ${this.#reason}`)
      : this.#createDiagnostic("module.failed", `the module ends the process that loads it: ${this.#reason}`);
  }

  #readManifest(loaded: LoadedExports): ManifestVerdict {
    const migrations = this.#findMigrations(loaded);
    if (!loaded.hasManifest) {
      const missing = this.#createDiagnostic("manifest.missing", "the module exports no manifest");
      return { manifest: null, diagnostics: [missing, ...migrations], isRenderable: false };
    }
    if (loaded.fault !== null) {
      const diagnostics = [...migrations, this.#explainIssue(loaded.fault)];
      return { manifest: null, diagnostics, isRenderable: false };
    }
    if (loaded.manifestLength > LIMITS.manifestBytes) {
      const tooLarge = this.#createDiagnostic("bundle.invalid", explainManifestLength(loaded.manifestLength));
      return { manifest: null, diagnostics: [tooLarge, ...migrations], isRenderable: true };
    }
    const { manifest, diagnostics, isRenderable } = this.#parseManifest(loaded.manifest);
    const warnings = manifest === null ? [] : this.#listManifestWarnings(manifest);
    return { manifest, diagnostics: [...migrations, ...diagnostics, ...warnings], isRenderable };
  }

  #listManifestWarnings(manifest: WidgetManifest): Diagnostic[] {
    return findManifestWarnings(manifest).filter(({ path }) => path !== "manifest.migrations")
      .map(({ kind, path, message }) =>
        this.#createDiagnostic(`manifest.${kind}`, `${path}: ${message}`, this.#locateInManifest(path))
      );
  }

  #checkComponent({ component }: LoadedExports): Diagnostic[] {
    if (component === "function") return [];
    const message = `the default export is ${component}, expected a function component`;
    return [this.#createDiagnostic("component.missing", message)];
  }

  #checkRenderings(): Diagnostic[] {
    const rendered = this.#rendered;
    if (!rendered) {
      const [code, message] = this.#isTimeout
        ? ["component.timeout", "the component is not rendered in every size, state and language"] as const
        : ["component.failed", "the component ends the process that renders it:"] as const;
      return [this.#createDiagnostic(code, `${message} ${this.#reason}${this.#describeLastRendering()}`)];
    }
    if ("error" in rendered) {
      const message = `the component cannot be rendered: ${rendered.error.message}`;
      return [this.#createDiagnostic("component.failed", message)];
    }
    return rendered.failures.map((failure) => this.#explainFailure(failure));
  }

  #describeLastRendering(): string {
    const last = this.#renderings.at(-1);
    return last ? `; it got to number ${this.#renderings.length}: ${describeRendering(last)}` : "";
  }

  #findMigrations({ hasMigrations, manifest }: LoadedExports): Diagnostic[] {
    const isDeclared = typeof manifest === "object" && manifest !== null &&
      Object.hasOwn(manifest, "migrations");
    if (!hasMigrations && !isDeclared) return [];
    const place = this.#locateInManifest("manifest.migrations");
    return [this.#createDiagnostic("forbidden.migrations", "migrations are forbidden in a widget", place)];
  }

  #parseManifest(value: unknown): ManifestVerdict {
    try {
      return { manifest: parseManifest(value), diagnostics: [], isRenderable: true };
    } catch (error) {
      if (!(error instanceof InvalidManifestError)) throw error;
      const diagnostics = error.issues.map((issue) => this.#explainIssue(issue));
      const isRenderable = !error.issues.some(({ path }) => affectsRendering(path));
      return { manifest: null, diagnostics, isRenderable };
    }
  }

  #explainIssue({ path, message }: ManifestIssue): Diagnostic {
    const code = path === "manifest.schemaVersion" ? "forbidden.schema_version" : "manifest.invalid";
    return this.#createDiagnostic(code, `${path}: ${message}`, this.#locateInManifest(path));
  }

  #explainFailure(failure: RenderFailure): Diagnostic {
    const { others, message } = failure;
    const more = others > 0 ? ` (and in ${others} more of its sizes, states and languages)` : "";
    const what = `the component throws at ${describeRendering(failure)}${more}: ${message}`;
    const diagnostic = this.#explainThrown("component.failed", what, failure);
    if (diagnostic.hint !== hintOf("component.failed")) return diagnostic;
    const name = FORGOTTEN_IMPORT.exec(message)?.[1];
    return name === undefined ? diagnostic : { ...diagnostic, hint: importHint(name) };
  }

  #explainThrown(code: DiagnosticCode, what: string, error: EvaluationError): Diagnostic {
    const place = this.#locateFirst(error.places);
    const use = place?.lineText?.slice((place.column ?? 1) - 1) ?? null;
    const diagnostic = this.#createDiagnostic(code, what, place);
    const known = HINTS.find(([pattern]) => pattern.test(error.message))?.[1];
    return { ...diagnostic, hint: hintWithoutPage(error.message, use) ?? known ?? diagnostic.hint };
  }

  /** The first place that is in the author's sources. The evaluated code has one line before the module. */
  #locateFirst(places: EvaluationError["places"]): Location | undefined {
    return places.map(({ line, column }) => this.#places.locate(line - 1, column - 1))
      .find(({ line }) => line !== null);
  }

  /** The place of a manifest's field; for one that is missing or computed, that of the innermost value around it. */
  #locateInManifest(path: string): Location | undefined {
    let place = this.checked.manifestPlaces;
    if (!place) return undefined;
    for (const key of keysOf(path)) {
      if (!Object.hasOwn(place.children, key)) break;
      place = place.children[key]!;
    }
    return this.#places.locate(place.line, place.column);
  }

  #createDiagnostic(code: DiagnosticCode, message: string, place?: Location): Diagnostic {
    return diagnose(code, this.checked.source, message, hintOf(code), place);
  }
}

function describeRendering({ size, state, locale }: Omit<RenderingEvent, "step">): string {
  const shown = state === null ? "defaultState" : `state ${JSON.stringify(state)}`;
  return `size ${size}, ${shown}, language ${locale}`;
}

function explainManifestLength(length: number): string {
  return `manifest.json would have ${length} characters, at most ${LIMITS.manifestBytes} bytes are allowed`;
}

/** How many languages a note lists. */
const MAX_LISTED_LANGUAGES = 5;

/** The fields of the manifest on which the renderings depend. */
const RENDERED_FIELDS = ["sizes", "states", "defaultState", "languages", "slots"];

/** Whether the renderings depend on a field of the manifest, or it is no manifest at all. */
function affectsRendering(path: string): boolean {
  const [field] = keysOf(path);
  return field === undefined || RENDERED_FIELDS.includes(field);
}

/** The keys of the path of a manifest's issue, such as `manifest.sizes[1]` and `manifest.title["en-GB"]`. */
function keysOf(path: string): string[] {
  const parts = path.replace(/^manifest/, "").matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return Array.from(parts, ([, name, index, text]) => name ?? index ?? String(JSON.parse(text!)));
}

/** React's messages for a portal in a rendering to markup: without a target, and with one. */
const PORTAL_MESSAGE = /^Target container is not a DOM element|^Portals are not currently supported/;

const PORTAL_HINT =
  "Take Popover or Tooltip from @tck/kit, which open where the page shows them, or make the portal only when there is " +
  "a portalTarget";

/** What to do about an error that is not one of the widget's own code. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [PORTAL_MESSAGE, PORTAL_HINT],
  [
    /^Objects are not valid as a React child/,
    "Show a text of it: a field of the object, or a date that useFormat() has formatted",
  ],
  [
    /^Cannot (?:draw|show|format|mark) /,
    "Correct the value in the state, or where the component computes it",
  ],
  [/^Cannot find action /, "Add the action to slots.actions of the manifest, or correct its id"],
  [
    /^A component suspended while responding/,
    "A card is drawn at once: make the component no async function, wait for no promise, and read what it shows by " +
    "useWidgetState",
  ],
  [
    /^Cannot read properties of null \(reading 'use[A-Z]/,
    "Call hooks in a component, or in a hook that a component calls",
  ],
];

/** The message about a component or a hook that is neither imported nor defined. */
const FORGOTTEN_IMPORT = /\b([A-Z]\w*|use[A-Z]\w*) is not defined$/;

function importHint(name: string): string {
  const exporter = findExporter(name);
  const from = exporter === null
    ? "from the module that has it"
    : `by \`import { ${name} } from "${exporter}"\``;
  return `Import it ${from}, or correct the spelling of its name`;
}
