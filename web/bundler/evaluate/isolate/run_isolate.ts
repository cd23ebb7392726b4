import type { WidgetComponent } from "@tck/kit";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { findJsonFault, formatJsonPath, type WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { EvaluationError, EvaluationEvent, ManifestFault, RenderFailure } from "../evaluation_events.ts";
import { isLastEvent } from "../last_event.ts";
import { type Channel, openChannel } from "./channel.ts";
import { drawCard } from "./drawing.tsx";
import { placesOf } from "./element_places.ts";
import { MAX_SENT_PLACES } from "./error_places.ts";
import { restrictGlobals } from "./globals.ts";
import { renderAll, type Rendering } from "./rendering.tsx";
import { warmUp } from "./warm_up.tsx";

/** The most different errors that are reported. */
const MAX_FAILURES = 10;

/** The most renderings that are reported, far below what an isolate may write. */
const MAX_REPORTED = 5000;

/** A shared module's exports by name. */
type Exports = { readonly [name: string]: unknown };

export type SharedModules = { readonly [specifier: string]: Exports };

/** A widget's module as a function of its imports and of `import()`. It returns the exports. */
type WidgetModule = (
  modules: SharedModules,
  importShared: (specifier: unknown) => Promise<Exports>,
) => Promise<Exports>;

/** Where the code of a widget is loaded from. */
const CODE_URL = "data:text/javascript;charset=utf-8,";

// The widget may replace them.
const { stringify, parse } = JSON;

/** What React marks its values with. Taken before a widget is loaded. */
const KINDS: readonly (readonly [mark: symbol, kind: string])[] = [
  [Symbol.for("react.transitional.element"), "a React element"],
  [Symbol.for("react.memo"), "what memo() returns"],
  [Symbol.for("react.forward_ref"), "what forwardRef() returns"],
  [Symbol.for("react.lazy"), "what lazy() returns"],
];

/**
 * The program of an isolate: loads what widgets share, reports that it is ready, evaluates the one widget that it is given,
 * and ends.
 */
export function runIsolate(modules: SharedModules): void {
  const channel = openChannel();
  warmUp();
  emit(channel, { step: "ready" });
  // Deno continues to start after the module has run, and needs its globals for that.
  setTimeout(() => void evaluate(channel, modules));
}

async function evaluate(channel: Channel, modules: SharedModules): Promise<void> {
  let isLoading = true;
  const fail = (error: unknown) => {
    if (!isLoading) return;
    isLoading = false;
    emit(channel, { step: "loaded", error: readError(error) });
    channel.exit();
  };
  channel.onUncaught(fail);
  channel.lock((specifier) => isLoading && specifier.startsWith(CODE_URL));
  restrictGlobals();
  const line = await channel.readLine();
  if (line === null) return channel.exit();
  const { code } = parse(line) as { code: string };
  const onImported = () =>
    channel.onIdle(() => fail(new Error("it waits for a promise that nothing settles")));
  load(code, modules, onImported).then(async ({ defaultExport, manifest, loadAgain, ...exports }) => {
    if (!isLoading) return;
    isLoading = false;
    emit(channel, { step: "loaded", ...exports, manifest });
    const rendered = render(channel, defaultExport, manifest);
    emit(channel, rendered);
    if (isLastEvent(rendered)) return channel.exit();
    const cards = await drawCard(loadAgain, manifest as WidgetManifest, channel.setZone);
    emit(channel, { step: "drawn", cards });
    channel.exit();
  }, fail);
}

function emit(channel: Channel, event: EvaluationEvent): void {
  channel.writeLine(stringify({ __proto__: null, ...event }));
}

interface LoadedWidget {
  hasManifest: boolean;
  hasMigrations: boolean;
  /** Null when it is missing, too large, or has what JSON cannot hold. */
  manifest: Partial<WidgetManifest> | null;
  /** The first value that JSON cannot hold. */
  fault: ManifestFault | null;
  /** The length of the manifest as JSON, in UTF-16 units. */
  manifestLength: number;
  defaultExport: unknown;
  /** `function`, or what the default export is in its place. */
  component: string;
  /** Executes the module another time. Fulfils with its default export. */
  loadAgain(): Promise<unknown>;
}

async function load(
  code: string,
  modules: SharedModules,
  onImported: () => void,
): Promise<LoadedWidget> {
  const { default: widgetModule }: { default: WidgetModule } = await import(
    CODE_URL + encodeURIComponent(code)
  );
  onImported();
  const execute = async () =>
    await widgetModule(modules, async (specifier) => await importShared(modules, specifier));
  const exports = await execute();
  return {
    hasManifest: "manifest" in exports,
    hasMigrations: "migrations" in exports,
    ...copyManifest(exports.manifest ?? null),
    defaultExport: exports.default,
    component: describeExport(exports.default),
    loadAgain: async () => (await execute()).default,
  };
}

/** Copies a manifest as JSON. A member that is undefined counts as missing. */
function copyManifest(manifest: unknown): Pick<LoadedWidget, "manifest" | "manifestLength" | "fault"> {
  const found = findJsonFault(manifest, LIMITS, true);
  if (found !== null && found.limit === undefined) {
    const fault = { path: formatJsonPath("manifest", found.path), message: found.message };
    return { manifest: null, manifestLength: 0, fault };
  }
  const text = stringify(manifest);
  return text.length > LIMITS.manifestBytes
    ? { manifest: null, manifestLength: text.length, fault: null }
    : { manifest: parse(text), manifestLength: text.length, fault: null };
}

/** What a module's default export is, for its author: `function`, or such as `an object`. Throws what reading it throws. */
function describeExport(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined || typeof value === "function") return typeof value;
  if (typeof value !== "object") return `a ${typeof value}`;
  const mark = (value as { $$typeof?: unknown }).$$typeof;
  for (let index = 0; index < KINDS.length; index++) {
    if (KINDS[index]![0] === mark) return KINDS[index]![1];
  }
  return Array.isArray(value) ? "an array" : "an object";
}

function importShared(modules: SharedModules, specifier: unknown): Exports {
  const module = modules[`${specifier}`];
  if (!module) throw new TypeError(`"${String(specifier).slice(0, 80)}" cannot be imported by a widget`);
  return module;
}

function render(
  channel: Channel,
  component: unknown,
  manifest: Partial<WidgetManifest> | null,
): EvaluationEvent {
  try {
    // An invalid manifest is rejected as such: how the widget renders with it does not matter.
    const failures = Array.isArray(manifest?.sizes) && typeof component === "function"
      ? findFailures(channel, component as WidgetComponent, manifest as WidgetManifest)
      : [];
    return { step: "rendered", failures };
  } catch (error) {
    return { step: "rendered", error: readError(error) };
  }
}

function findFailures(
  channel: Channel,
  component: WidgetComponent,
  manifest: WidgetManifest,
): RenderFailure[] {
  const failures = new Map<string, RenderFailure>();
  let reported = 0;
  // If a rendering never ends, its author sees which one.
  const report = ({ size, state, locale }: Rendering) => {
    if (++reported > MAX_REPORTED) return;
    emit(channel, { step: "rendering", size, state: state && state.slice(0, 100), locale });
  };
  renderAll(component, manifest, report, (rendering, error) => {
    const description = readError(error);
    const known = failures.get(description.message);
    if (known) known.others++;
    else if (failures.size < MAX_FAILURES) {
      failures.set(description.message, { ...rendering, ...description, others: 0 });
    }
  });
  return [...failures.values()];
}

/** The message, and the places in the widget's code that the error may come from. */
function readError(error: unknown): EvaluationError {
  try {
    const { message } = Object(error) as { message?: unknown };
    const places = placesOf(error).slice(0, MAX_SENT_PLACES);
    return { message: String(message ?? error).slice(0, 2000), places };
  } catch {
    return { message: "an error that cannot be read", places: [] };
  }
}
