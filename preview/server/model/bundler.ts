/**
 * The bundler, as the preview uses it. No other file of the preview imports from `web/bundler`. Nothing of lightningcss or
 * of the build is loaded before the first call that needs it, and esbuild runs in processes of the bundler only.
 */
import type { Bundler, Diagnostic, WidgetCheck } from "../../../web/bundler/mod.ts";
import * as types from "../../../web/bundler/types/mod.ts";

export { PackageFolders } from "../../../web/bundler/compile/sources/mod.ts";
export { discoverWidgets, WIDGET_SOURCE } from "../../../web/bundler/discover/mod.ts";
export { mergeTypeErrors } from "../../../web/bundler/types/mod.ts";
export type { CompiledStylesheet, DiagnosticCode } from "../../../web/bundler/mod.ts";

/** A diagnostic with its severity: a widget with an error is not built. */
export interface RatedDiagnostic extends Diagnostic {
  readonly severity: "error" | "warning";
}

/** What a check finds, with the severities. */
export interface RatedCheck extends WidgetCheck {
  readonly diagnostics: readonly RatedDiagnostic[];
}

export interface PreviewBundler extends Omit<Bundler, "checkWidget"> {
  /** Checks a widget as {@link Bundler.checkWidget} does. */
  checkWidget(project: string, name: string): Promise<RatedCheck>;
}

const load = () => import("../../../web/bundler/mod.ts");

/** Opens a bundler. It loads its code and starts its processes with the first call. */
export function openBundler(): PreviewBundler {
  let bundler: Promise<Bundler> | null = null;
  const open = () => bundler ??= load().then((module) => module.openBundler());
  return {
    async checkWidget(project, name) {
      const { diagnostics, ...check } = await (await open()).checkWidget(project, name);
      const { isWarning } = await load();
      const rate = (one: Diagnostic): RatedDiagnostic => ({
        ...one,
        severity: isWarning(one) ? "warning" : "error",
      });
      return { ...check, diagnostics: diagnostics.map(rate) };
    },
    compileStylesheet: async (project, name, path) =>
      await (await open()).compileStylesheet(project, name, path),
    close: async () => await (await bundler)?.close(),
  };
}

/** Checks the types of a project as `tck check` does. @param signal ends it */
export async function checkTypes(
  project: string,
  options: { readonly signal: AbortSignal },
): Promise<RatedDiagnostic[]> {
  return (await types.checkTypes(project, options)).map(rateTypes);
}

/** What a project lacks for that check, or null. */
export async function findTypesObstacle(project: string): Promise<RatedDiagnostic | null> {
  const obstacle = await types.findTypesObstacle(project);
  return obstacle && rateTypes(obstacle);
}

function rateTypes(one: Diagnostic): RatedDiagnostic {
  return { ...one, severity: one.code === "types.error" ? "error" : "warning" };
}

/** Splits compiled CSS into what a shadow root adopts and what the document needs. */
export async function splitStylesheets(source: string): Promise<{ css: string; propertiesCss: string }> {
  return (await load()).splitStylesheets(source);
}

/** Whether a stylesheet uses a directive that only Tailwind knows. */
export async function usesTailwind(css: string): Promise<boolean> {
  return (await load()).usesTailwind(css);
}

export async function formatDiagnostic(diagnostic: Diagnostic): Promise<string> {
  return (await load()).formatDiagnostic(diagnostic);
}
