import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { type Diagnostic, type DiagnosticCode, DiagnosticError } from "./diagnostic.ts";
import { embedAssets } from "./assets.ts";
import type { WidgetSource } from "./project.ts";
import { checkSelectors } from "./selector_check.ts";
import { isPackageFile, readOnce, type SourceFiles } from "./source_files.ts";

const WIDGET_SPECIFIERS = SHARED_SPECIFIERS.filter((shared) => shared.widget).map((shared) =>
  shared.specifier
);

/** One source file that went into an output, relative to the project. */
export type InputPath = string;

/** What the bundler makes of a widget's source for the browser. */
export interface CompiledWidget {
  /** The ES module, with the shared specifiers left as imports. */
  module: string;
  /** The module's source map, as JSON. */
  map: string;
  /** The bundled CSS, `@property` rules included; empty when there is none. */
  css: string;
  /** How many bytes of the module and the CSS each file takes. */
  shares: { [path: InputPath]: number };
  /** Every file that was read. */
  inputs: InputPath[];
}

/**
 * Bundles one widget for the browser: minified ESM, with only the shared specifiers left as imports, and the same bytes
 * for the same source in any folder (lifecycle specification, phase A).
 *
 * @throws {DiagnosticError} when the source does not compile or imports what it must not
 */
export async function compileWidget(files: SourceFiles, widget: WidgetSource): Promise<CompiledWidget> {
  const result = await runEsbuild(widget, {
    ...commonOptions(files, widget),
    minify: true,
    // Beside the module, not in it: the map names places in sources, the module must not.
    sourcemap: "external",
    plugins: [sharedImports, embedAssets(files), checkSelectors(files), readOnce(files), refuseOtherFiles],
  });
  const faults = result.warnings.filter((warning) => isStylesheetFault(warning));
  if (faults.length > 0) throw new DiagnosticError(faults.map((fault) => toDiagnostic(widget, fault)));
  return {
    module: outputText(result, ".js"),
    map: outputText(result, ".js.map"),
    css: outputText(result, ".css"),
    shares: sharesOf(result.metafile),
    inputs: Object.keys(result.metafile.inputs),
  };
}

function commonOptions(files: SourceFiles, widget: WidgetSource) {
  return {
    absWorkingDir: files.root,
    entryPoints: [widget.file],
    outdir: "dist",
    write: false,
    bundle: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "react",
    // Gathered at the end, licences would stand under paths, which are not the same in every folder.
    legalComments: "inline",
    // The author's tsconfig is for the editor: what the bundle holds must not hang on it.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  } satisfies esbuild.BuildOptions;
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
      return refuseImport(path);
    });
    // A CommonJS dependency that requires React would end in a shim that throws: give it the shared module.
    build.onLoad({ filter: /.*/, namespace: "tck-required" }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)}; export { default } from ${JSON.stringify(path)};`,
    }));
  },
};

/** What a widget's code, or a package bundled into it, may not import; null leaves the decision to esbuild. */
function refuseImport(path: string): esbuild.OnResolveResult | null {
  const isRemote = /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path) && !path.startsWith("data:");
  const isHostOnly = /^(react|react-dom|@tck\/kit)(\/|$)/.test(path);
  if (!isRemote && !isHostOnly) return null;
  return { errors: [forbidden(path)] };
}

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

function sharesOf({ outputs }: esbuild.Metafile): { [path: InputPath]: number } {
  const shares: { [path: InputPath]: number } = {};
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (output.endsWith(".map")) continue;
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      shares[path] = (shares[path] ?? 0) + bytesInOutput;
    }
  }
  return shares;
}

function outputText(result: { outputFiles?: esbuild.OutputFile[] }, ending: string): string {
  return result.outputFiles?.find((file) => file.path.endsWith(ending))?.text ?? "";
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
  "import.unresolved": "Check the path's spelling, or add the package to package.json and install it",
};
