/**
 * The bundler, as the preview uses it. No other file of the preview imports from `web/bundler`. Nothing of lightningcss or
 * of the build is loaded before the first call that needs it, and esbuild runs in processes of the bundler only.
 */
import type { Bundler, Diagnostic, WidgetCheck } from "../../../web/bundler/mod.ts";

export { discoverWidgets, WIDGET_SOURCE } from "../../../web/bundler/discover/mod.ts";
export type { DiagnosticCode } from "../../../web/bundler/mod.ts";

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
      const { diagnostics, manifest } = await (await open()).checkWidget(project, name);
      const { isWarning } = await load();
      const rate = (one: Diagnostic): RatedDiagnostic => ({
        ...one,
        severity: isWarning(one) ? "warning" : "error",
      });
      return { diagnostics: diagnostics.map(rate), manifest };
    },
    compileStylesheet: async (project, name, path) =>
      await (await open()).compileStylesheet(project, name, path),
    close: async () => await (await bundler)?.close(),
  };
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
