/**
 * The bundler, as the preview uses it. No other file of the preview imports from `web/bundler`. Nothing of esbuild,
 * lightningcss or the evaluation is loaded before the first call that needs it.
 *
 * @module
 */
import type { Diagnostic } from "../../../web/bundler/mod.ts";
import type { EvaluationPool } from "../../../web/bundler/evaluation_pool.ts";
import { WIDGET_SOURCE } from "../../../web/bundler/project.ts";

export { discoverWidgets, WIDGET_SOURCE } from "../../../web/bundler/project.ts";
export type { Diagnostic, DiagnosticCode } from "../../../web/bundler/mod.ts";

/** Checks widgets and compiles stylesheets as the build does. */
export interface Bundler {
  /**
   * Builds one widget without writing it.
   *
   * @param project the project folder, as a real path
   * @param name the widget's folder below `widgets/`
   * @returns what the build reports; nothing when the widget is valid
   */
  checkWidget(project: string, name: string): Promise<readonly Diagnostic[]>;
  /**
   * Compiles a stylesheet that uses Tailwind, for the classes in the modules of one widget.
   *
   * @throws when the stylesheet is rejected or does not compile
   */
  compileStylesheet(project: string, name: string, path: string): Promise<string>;
  /** Ends the processes that were started. The bundler can be used again; it starts new ones. */
  close(): Promise<void>;
}

/** Opens a bundler. It loads its code and starts its processes with the first call. */
export function openBundler(): Bundler {
  let pool: EvaluationPool | undefined;
  return {
    async checkWidget(project, name) {
      const [
        { bundleWidget },
        { EvaluationPool },
        { defaultIsolation },
        { DiagnosticError },
        { SourceFiles },
      ] = await Promise.all([
        import("../../../web/bundler/bundle_widget.ts"),
        import("../../../web/bundler/evaluation_pool.ts"),
        import("../../../web/bundler/isolation.ts"),
        import("../../../web/bundler/diagnostic.ts"),
        import("../../../web/bundler/source_files.ts"),
      ]);
      pool ??= new EvaluationPool(defaultIsolation());
      try {
        await bundleWidget(new SourceFiles(project), sourceOf(name), pool);
        return [];
      } catch (error) {
        if (error instanceof DiagnosticError) return error.diagnostics;
        throw error;
      }
    },
    async compileStylesheet(project, name, path) {
      const [
        esbuild,
        { embedAssets },
        { readOnce, SourceFiles },
        { resolveStyleEntries },
        { compileTailwind },
      ] = await Promise.all([
        import("esbuild"),
        import("../../../web/bundler/assets.ts"),
        import("../../../web/bundler/source_files.ts"),
        import("../../../web/bundler/style_entry.ts"),
        import("../../../web/bundler/tailwind.ts"),
      ]);
      const files = new SourceFiles(project);
      const { outputFiles } = await esbuild.build({
        absWorkingDir: project,
        entryPoints: [path],
        outdir: "dist",
        write: false,
        bundle: true,
        tsconfigRaw: {},
        // The dev server makes the class names of CSS modules.
        loader: { ".css": "css", ".module.css": "css" },
        plugins: [
          resolveStyleEntries,
          embedAssets(files),
          compileTailwind(files, sourceOf(name)),
          readOnce(files),
        ],
        logLevel: "silent",
      });
      return outputFiles[0]!.text;
    },
    async close() {
      await pool?.close();
      pool = undefined;
    },
  };
}

/** Splits compiled CSS into what a shadow root adopts and what the document needs. */
export async function splitStylesheets(source: string): Promise<{ css: string; propertiesCss: string }> {
  return (await import("../../../web/bundler/stylesheets.ts")).splitStylesheets(source);
}

/** Whether a stylesheet uses a directive that only Tailwind knows. */
export async function usesTailwind(css: string): Promise<boolean> {
  return (await import("../../../web/bundler/tailwind_refusals.ts")).findTailwind(css) !== null;
}

/** Formats a diagnostic for a terminal. */
export async function formatDiagnostic(diagnostic: Diagnostic): Promise<string> {
  return (await import("../../../web/bundler/diagnostic.ts")).formatDiagnostic(diagnostic);
}

function sourceOf(name: string): { name: string; folder: string; file: string } {
  const folder = `widgets/${name}`;
  return { name, folder, file: `${folder}/${WIDGET_SOURCE}` };
}
