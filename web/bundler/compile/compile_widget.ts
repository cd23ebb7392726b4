import * as esbuild from "esbuild";
import { type Diagnostic, type DiagnosticCode, DiagnosticError } from "./diagnostic.ts";
import { embedAssets } from "./assets.ts";
import { type CompiledWidget, takeOutputs } from "./compiled_widget.ts";
import { bundleOptions, isRefused, WIDGET_SPECIFIERS } from "./bundle_options.ts";
import { compilePlainWidget } from "./plain_widget.ts";
import type { WidgetSource } from "./project.ts";
import { checkStylesheets } from "./stylesheet_check.ts";
import { isPackageFile, readOnce, type SourceFiles } from "./source_files.ts";
import { resolveStyleEntries } from "./style_entry.ts";
import { compileTailwind } from "./tailwind.ts";

/**
 * Bundles one widget for the browser: minified ESM, with only the shared specifiers left as imports, and the same bytes
 * for the same source in any folder (lifecycle specification, phase A).
 *
 * @throws {DiagnosticError} when the source does not compile or imports what it must not
 */
export async function compileWidget(files: SourceFiles, widget: WidgetSource): Promise<CompiledWidget> {
  return await compilePlainWidget(files, widget) ?? await compileAnyWidget(files, widget);
}

/** Compiles a widget that needs more than esbuild alone does, or may have to be refused. */
export async function compileAnyWidget(files: SourceFiles, widget: WidgetSource): Promise<CompiledWidget> {
  const result = await runEsbuild(widget, {
    ...bundleOptions(files.root, [widget]),
    plugins: [
      sharedImports,
      resolveStyleEntries,
      embedAssets(files),
      checkStylesheets(files),
      compileTailwind(files, widget),
      readOnce(files),
      refuseOtherFiles,
    ],
  });
  const faults = result.warnings.filter((warning) => isStylesheetFault(warning));
  if (faults.length > 0) throw new DiagnosticError(faults.map((fault) => toDiagnostic(widget, fault)));
  return takeOutputs(result, widget, Object.keys(result.metafile.inputs));
}

/** Leaves what a widget shares with its host as imports, and refuses what it cannot have. */
const sharedImports: esbuild.Plugin = {
  name: "tck-shared-imports",
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind === "entry-point") return null;
      if (WIDGET_SPECIFIERS.includes(path)) {
        return kind === "require-call" ? { path, namespace: "tck-required" } : { path, external: true };
      }
      return isRefused(path) ? { errors: [forbidden(path)] } : null;
    });
    // A CommonJS dependency that requires React would end in a shim that throws: give it the shared module.
    build.onLoad({ filter: /.*/, namespace: "tck-required" }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)}; export { default } from ${JSON.stringify(path)};`,
    }));
  },
};

/** A file that is neither the project's nor a package's is another one on every machine. */
const refuseOtherFiles: esbuild.Plugin = {
  name: "tck-refuse-other-files",
  setup(build) {
    build.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
      return isPackageFile(path) ? null : { errors: [forbidden(path)] };
    });
  },
};

function forbidden(path: string): esbuild.PartialMessage {
  return { text: `"${path.slice(0, 80)}" cannot be imported by a widget`, detail: "import.forbidden" };
}

/** esbuild drops CSS that it cannot read with a warning: for the author's own CSS that is an error. */
function isStylesheetFault({ id, location }: esbuild.Message): boolean {
  return id === "css-syntax-error" && location !== null && !isPackageFile(`/${location.file}`);
}

async function runEsbuild<Options extends esbuild.BuildOptions>(
  widget: WidgetSource,
  options: Options,
): Promise<esbuild.BuildResult<Options>> {
  try {
    return await esbuild.build<Options>(options as esbuild.SameShape<esbuild.BuildOptions, Options>);
  } catch (error) {
    const { errors } = error as Partial<esbuild.BuildFailure>;
    if (!errors) throw error;
    throw new DiagnosticError(errors.map((message) => toDiagnostic(widget, message)));
  }
}

function toDiagnostic(widget: WidgetSource, message: esbuild.Message): Diagnostic {
  const { location } = message;
  const code = classify(message);
  return {
    code,
    widget: widget.name,
    file: location?.file ?? widget.file,
    line: location?.line ?? null,
    column: location ? countCharacters(location.lineText, location.column) + 1 : null,
    lineText: location?.lineText ?? null,
    message: message.text.slice(0, 500),
    hint: HINTS[code] ?? "Correct the source at this place",
  };
}

/** esbuild counts columns in bytes of UTF-8. */
function countCharacters(line: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, bytes)).length;
}

function classify({ id, text, detail }: esbuild.Message): DiagnosticCode {
  if (typeof detail === "string") return detail as DiagnosticCode; // A message of this folder's own plugins.
  if (id === "css-syntax-error") return "stylesheet.invalid";
  return text.startsWith("Could not resolve") ? "import.unresolved" : "source.syntax";
}

const HINTS: { [code in DiagnosticCode]?: string } = {
  "import.forbidden": `Import from ${
    WIDGET_SPECIFIERS.join(", ")
  }, from a file of the widget, or from an installed package`,
  "asset.too_large": "Make it smaller, draw it as SVG, or link to it by its address",
  "stylesheet.root_selector":
    "Style the card by :host, and follow the theme by var(--color-*), light-dark() or useTheme()",
  "stylesheet.font_face":
    "Import the .woff2 file, and in an effect add new FontFace(name, `url(${file})`) to document.fonts",
  "tailwind.missing": "Install it in the project: pnpm add -D tailwindcss@4 @tailwindcss/oxide@4",
  "tailwind.forbidden":
    'Write @theme, @utility and @custom-variant instead of plugins; name classes by @source inline("…"); take colours ' +
    "from var(--color-*), or define dark: by @custom-variant and useTheme()",
  "import.unresolved": "Check the path's spelling, or add the package to package.json and install it",
};
