import * as kit from "@tck/kit";
import React from "react";
import jsxRuntime from "react/jsx-runtime";
import ReactDOM from "react-dom";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { furnishRealm } from "./globals.ts";
import { renderAll, type Rendering } from "./rendering.tsx";
import { type FormatText, shareFormatters } from "./shared_formatters.ts";
import { Timers } from "./timers.ts";
import type { ParseUrl } from "./urls.ts";

/** The file name that a widget's code has in the stacks of its errors. */
const FILE_NAME = "widget.mjs";

/** As many distinct errors as anyone reads. */
const MOST_FAILURES = 10;

/** A shared module's exports by their names. */
type Exports = { readonly [name: string]: unknown };

/** A widget's module as a function of what it imports, and of `import()`; it answers with what it exports. */
export type WidgetModule = (
  modules: { readonly [specifier: string]: Exports },
  importShared: (specifier: unknown) => Promise<Exports>,
) => Promise<Exports>;

/** An error of the author's code, with its place in the evaluated code. */
export interface EvaluationError {
  message: string;
  /** One-based, as in a stack; null when the stack names none. */
  line: number | null;
  column: number | null;
}

/** A rendering that throws, and how many others throw the same. */
export type RenderFailure = Rendering & EvaluationError & { others: number };

/** What is found out about a widget, in this order. */
export type Answer =
  | { step: "loaded"; error: EvaluationError }
  | { step: "loaded"; hasManifest: boolean; hasMigrations: boolean; manifest: unknown; component: string }
  | { step: "rendered"; error: EvaluationError }
  | { step: "rendered"; failures: RenderFailure[] };

/** What the process around a realm does with it. Nothing but text and numbers comes out, and nothing else goes in. */
export interface Realm {
  /** Loads the widget. */
  load(module: WidgetModule): Promise<void>;
  /** Renders the widget, when it is loaded. */
  render(): void;
  /** How far the widget is. */
  phase(): "loading" | "loaded" | "done";
  /** The answers that are new, each a line of JSON. */
  take(): string;
  /** Ends the evaluation of a widget that is loading, with an error that nothing in the realm has caught. */
  fail(error: unknown): void;
  /** Milliseconds until {@linkcode Realm.fire} has something to do, or -1. */
  delay(): number;
  /** Runs the next timer. */
  fire(): void;
}

interface LoadedWidget {
  manifest: Partial<WidgetManifest> | null;
  component: unknown;
}

// The widget may replace them.
const { stringify, parse } = JSON;

/** Makes a realm ready for one widget: its globals, its React and its kit are no other widget's. */
export function openRealm(parseUrl: ParseUrl, formatText: FormatText): Realm {
  const timers = new Timers();
  shareFormatters(formatText);
  furnishRealm(timers, parseUrl);
  let phase: ReturnType<Realm["phase"]> = "loading";
  let widget: LoadedWidget | null = null;
  let answers = "";
  const answer = (value: Answer) => answers += `${stringify({ __proto__: null, ...value })}\n`;
  const fail = (error: unknown) => {
    if (phase !== "loading") return;
    answer({ step: "loaded", error: describe(error) });
    phase = "done";
  };
  return {
    async load(module) {
      try {
        const { manifest, component, ...exports } = await loadModule(module);
        if (phase !== "loading") return;
        answer({ step: "loaded", ...exports, manifest, component: typeof component });
        widget = { manifest, component };
        phase = "loaded";
      } catch (error) {
        fail(error);
      }
    },
    render() {
      answer(renderWidget(widget!));
      phase = "done";
    },
    phase: () => phase,
    take() {
      const taken = answers;
      answers = "";
      return taken;
    },
    fail,
    delay: () => timers.delay(),
    fire: () => timers.fire(),
  };
}

async function loadModule(
  module: WidgetModule,
): Promise<LoadedWidget & { hasManifest: boolean; hasMigrations: boolean }> {
  const modules = sharedModules();
  const widget = await module(modules, async (specifier) => await importShared(modules, specifier));
  return {
    hasManifest: "manifest" in widget,
    hasMigrations: "migrations" in widget,
    // JSON drops what is no data (functions, undefined), which the schema then reports as missing.
    manifest: parse(stringify(widget.manifest ?? null) ?? "null"),
    component: widget.default,
  };
}

function importShared(modules: { readonly [specifier: string]: Exports }, specifier: unknown): Exports {
  const module = modules[`${specifier}`];
  if (!module) throw new TypeError(`"${String(specifier).slice(0, 80)}" cannot be imported by a widget`);
  return module;
}

function renderWidget({ manifest, component }: LoadedWidget): Answer {
  try {
    // A manifest that is none is refused for that: how the widget looks by it does not matter.
    const failures = Array.isArray(manifest?.sizes) && typeof component === "function"
      ? renderFailures(component as kit.WidgetComponent, manifest as WidgetManifest)
      : [];
    return { step: "rendered", failures };
  } catch (error) {
    return { step: "rendered", error: describe(error) };
  }
}

/** What a widget's imports are bound to: React in its development build, whose errors explain. */
function sharedModules(): { [specifier: string]: Exports } {
  const react = [["react", React], ["react/jsx-runtime", jsxRuntime], ["react-dom", ReactDOM]] as const;
  // In a page one module serves them all, and its default export has the names of all.
  const runtime = Object.assign({}, ...react.map(([, exports]) => exports));
  const modules = react.map(([specifier, exports]) => [specifier, { ...exports, default: runtime }]);
  return { __proto__: null, ...Object.fromEntries(modules), "@tck/kit": { ...kit } };
}

function renderFailures(component: kit.WidgetComponent, manifest: WidgetManifest): RenderFailure[] {
  const failures = new Map<string, RenderFailure>();
  renderAll(component, manifest, (rendering, error) => {
    const description = describe(error);
    const known = failures.get(description.message);
    if (known) known.others++;
    else if (failures.size < MOST_FAILURES) {
      failures.set(description.message, { ...rendering, ...description, others: 0 });
    }
  });
  return [...failures.values()];
}

/** The message, and the place in the widget's code that the error comes from, if it comes from there. */
function describe(error: unknown): EvaluationError {
  try {
    const { message, stack } = Object(error) as { message?: unknown; stack?: unknown };
    const [, line, column] = PLACE.exec(String(stack)) ?? [];
    return {
      message: String(message ?? error).slice(0, 2000),
      line: line ? Number(line) : null,
      column: column ? Number(column) : null,
    };
  } catch {
    return { message: "an error that cannot be read", line: null, column: null };
  }
}

const PLACE = new RegExp(`^\\s+at .*\\b${FILE_NAME.replace(".", "\\.")}:(\\d+):(\\d+)`, "m");
