import { InvalidManifestError, parseManifest, type WidgetManifest } from "../../core/manifest/mod.ts";
import type { BundledModule } from "./bundled_module.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  DiagnosticError,
  inFile,
  type Location,
} from "./diagnostic.ts";
import { bindImports, type BoundModule } from "./evaluation_module.ts";
import type { EvaluationPool } from "./evaluation_pool.ts";
import type { IsolatedResult } from "./isolated_process.ts";
import { locateInManifest } from "./manifest_place.ts";
import type { Answer, EvaluationError, RenderFailure } from "./realm/mod.ts";

/**
 * Runs a widget's module in isolation, takes its manifest, and has its component render once for each size, state and
 * language (lifecycle specification, rule 2: the bundler decides).
 *
 * @throws {DiagnosticError} when the module fails, exports no valid manifest or no component, or a rendering throws
 */
export async function evaluateWidget(pool: EvaluationPool, module: BundledModule): Promise<WidgetManifest> {
  const bound = bindImports(module);
  const evaluation = new Evaluation(module, bound);
  const result = await pool.evaluate(bound.code, "production");
  // The errors of React's other build explain themselves, and it alone tells a late boundary from a failed one.
  const isClear = isValid(result) || result.outcome === "timeout";
  const explained = isClear ? result : await pool.evaluate(bound.code, "development");
  const end = explainEnd(explained, pool.isolation.deadline);
  const [loaded, rendered] = explained.answers as [Loaded?, Rendered?];
  try {
    const manifest = evaluation.takeManifest(loaded, end);
    evaluation.checkRenderings(explained.outcome === "ended" ? rendered : undefined, end);
    return manifest;
  } catch (error) {
    // A process may have ended for reasons that are not the widget's, such as a machine that does too much at once.
    if (error instanceof DiagnosticError && explained.outcome !== "ended") {
      throw new DiagnosticError(error.diagnostics, false);
    }
    throw error;
  }
}

function isValid({ outcome, answers }: IsolatedResult): boolean {
  const rendered = answers[1] as Rendered | undefined;
  return outcome === "ended" && rendered !== undefined && "failures" in rendered &&
    rendered.failures.length === 0;
}

type Loaded = Answer & { step: "loaded" };
type Rendered = Answer & { step: "rendered" };

/** Why there is no answer. */
interface End {
  isTimeout: boolean;
  reason: string;
}

function explainEnd({ outcome, detail }: IsolatedResult, deadline: number): End {
  if (outcome === "timeout") return { isTimeout: true, reason: `after ${deadline / 1000} s` };
  return { isTimeout: false, reason: detail };
}

class Evaluation {
  constructor(private readonly module: BundledModule, private readonly bound: BoundModule) {}

  takeManifest(loaded: Loaded | undefined, end: End): WidgetManifest {
    if (!loaded) {
      throw end.isTimeout
        ? this.#fail("module.timeout", `the module is not loaded ${end.reason}`)
        : this.#fail("module.failed", `the module ends the process that loads it: ${end.reason}`);
    }
    if ("error" in loaded) {
      void this.module.nodes; // A module that does not even parse is refused for that.
      throw this.#fail(
        "module.failed",
        `the module fails when it is loaded: ${loaded.error.message}`,
        this.#locate(loaded.error),
      );
    }
    const { component } = loaded;
    if (!loaded.hasManifest) throw this.#fail("manifest.missing", "the module exports no manifest");
    if (component !== "function") {
      throw this.#fail(
        "component.missing",
        `the default export is ${component}, expected a function component`,
      );
    }
    this.#refuseMigrations(loaded);
    return this.#acceptManifest(loaded.manifest);
  }

  checkRenderings(rendered: Rendered | undefined, end: End): void {
    if (!rendered) {
      throw end.isTimeout
        ? this.#fail(
          "component.timeout",
          `the component is not rendered in every size, state and language ${end.reason}`,
        )
        : this.#fail("component.failed", `the component ends the process that renders it: ${end.reason}`);
    }
    if ("error" in rendered) {
      throw this.#fail("component.failed", `the component cannot be rendered: ${rendered.error.message}`);
    }
    if (rendered.failures.length > 0) {
      throw new DiagnosticError(rendered.failures.map((failure) => this.#describeFailure(failure)));
    }
  }

  #refuseMigrations({ hasMigrations, manifest }: { hasMigrations: boolean; manifest: unknown }): void {
    const isDeclared = typeof manifest === "object" && manifest !== null &&
      Object.hasOwn(manifest, "migrations");
    if (!hasMigrations && !isDeclared) return;
    const place = locateInManifest(this.module, "manifest.migrations");
    throw this.#fail("forbidden.migrations", "migrations are forbidden in a widget", place ?? undefined);
  }

  #acceptManifest(value: unknown): WidgetManifest {
    try {
      return parseManifest(value);
    } catch (error) {
      if (!(error instanceof InvalidManifestError)) throw error;
      throw new DiagnosticError(error.issues.map(({ path, message }) => {
        const code = path === "manifest.schemaVersion" ? "forbidden.schema_version" : "manifest.invalid";
        return this.#describe(code, `${path}: ${message}`, locateInManifest(this.module, path) ?? undefined);
      }));
    }
  }

  #describeFailure(failure: RenderFailure): Diagnostic {
    const { size, state, locale, others, message } = failure;
    const named = state === null ? "defaultState" : `state ${JSON.stringify(state)}`;
    const more = others > 0 ? ` (and in ${others} more of its sizes, states and languages)` : "";
    const what = `the component throws at size ${size}, ${named}, language ${locale}${more}: ${message}`;
    const described = this.#describe("component.failed", what, this.#locate(failure));
    return PORTAL_MESSAGE.test(message) ? { ...described, hint: PORTAL_HINT } : described;
  }

  #locate({ line, column }: EvaluationError): Location | undefined {
    if (line === null || column === null) return undefined;
    return this.module.locate(this.bound.toBundleOffset(offsetOf(this.bound.code, line, column)));
  }

  #fail(code: DiagnosticCode, message: string, place?: Location): DiagnosticError {
    return new DiagnosticError([this.#describe(code, message, place)]);
  }

  #describe(code: DiagnosticCode, message: string, place?: Location): Diagnostic {
    const { widget } = this.module;
    return {
      code,
      widget: widget.name,
      ...(place ?? inFile(widget.file)),
      message,
      hint: HINTS[code] ?? "Correct the module",
    };
  }
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, column - 1);
}

/** What React says to a portal while it renders to markup: without a target, and with one. */
const PORTAL_MESSAGE = /^Target container is not a DOM element|^Portals are not currently supported/;

const PORTAL_HINT =
  "Take Popover or Tooltip from @tck/kit, which open where the page shows them, or make the portal only when there is " +
  "a portalTarget";

const HINTS: { [code in DiagnosticCode]?: string } = {
  "module.failed":
    "A module may only define things while it loads: move what uses the page or the network into the component",
  "module.timeout": "A module may only define things while it loads: look for a loop at its top level",
  "manifest.missing": "Add `export const manifest = defineManifest({ … })`",
  "manifest.invalid": "Correct this field of the manifest",
  "forbidden.migrations": "A widget keeps no state, so there is none to migrate: remove them",
  "forbidden.schema_version": "Version 1 is the only one: remove the field",
  "component.failed":
    "Render from the state alone: handle every size, state and language, keep `document` and `window` to effects, " +
    "and portals to when there is a portalTarget",
  "component.timeout": "Look for a loop in the component, and for more work than a card needs",
  "component.missing": "Add `export default function Name() { … }`",
};
