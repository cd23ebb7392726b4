import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as kit from "@tck/kit";
import * as esbuild from "esbuild";
import type * as ESTree from "estree";
import { exportedNames } from "../assets/react_runtime.ts";
import type { BundledModule, Node } from "./bundled_module.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";

const { resolve } = createRequire(import.meta.url);

/** Where the driver leaves the modules that a widget shares with its host. */
const MODULES = "tck.modules";

/** The names that each shared specifier exports in a page. */
const EXPORTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["react", "react/jsx-runtime", "react-dom"].map((specifier) =>
    [specifier, ["default", ...exportedNames(specifier)]] as const
  ),
  ["@tck/kit", Object.keys(kit)],
]);

/** A bundle's module as it is evaluated. */
export interface BoundModule {
  code: string;
  /** The place in the bundle's module that a place of the code stands for. */
  toBundleOffset(offset: number): number;
}

/**
 * The module of a bundle with each shared import bound to what the evaluation's runtime has: what is evaluated is what
 * ships, but for the addresses of its imports.
 *
 * @throws {DiagnosticError} when the module imports a name that the host does not have
 */
export function bindImports(module: BundledModule): BoundModule {
  const unknown = module.nodes.flatMap((node) => checkImportedName(module, node));
  if (unknown.length > 0) throw new DiagnosticError(unknown);
  const shifts: { end: number; by: number }[] = [];
  let code = "";
  let end = 0;
  for (const source of module.nodes.flatMap(sourceOf).sort((a, b) => a.start - b.start)) {
    code += module.code.slice(end, source.start) + JSON.stringify(bindingUrl(String(source.value)));
    end = source.end;
    shifts.push({ end: code.length, by: code.length - end });
  }
  return {
    code: code + module.code.slice(end),
    toBundleOffset: (offset) => offset - (shifts.findLast((shift) => shift.end <= offset)?.by ?? 0),
  };
}

let runtime: Promise<string> | null = null;

/** The `data:` URL of the evaluation's runtime: React, the kit and the renderer. It is the same for every widget. */
export function evaluationRuntime(): Promise<string> {
  runtime ??= bundleRuntime();
  return runtime;
}

async function bundleRuntime(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("./evaluation_runtime.tsx", import.meta.url))],
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    jsx: "automatic",
    tsconfigRaw: {},
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "silent",
    plugins: [installedPackages],
  });
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString("base64")}`;
}

/** Whichever project is built, the runtime is made of what the bundler itself was installed with. */
const installedPackages: esbuild.Plugin = {
  name: "tck-installed-packages",
  setup(build) {
    build.onResolve({ filter: /^@tck\/kit$/ }, () => ({
      path: fileURLToPath(new URL("../tck/mod.ts", import.meta.url)),
    }));
    // Of the package's two renderers, only the one that renders at once.
    build.onResolve({ filter: /^react-dom\/server$/ }, () => ({
      path: join(dirname(resolve("react-dom")), "cjs/react-dom-server-legacy.browser.development.js"),
    }));
  },
};

function bindingUrl(specifier: string): string {
  const names = EXPORTS.get(specifier) ?? [];
  const values = names.filter((name) => name !== "default");
  const code = `const modules = globalThis[Symbol.for(${JSON.stringify(MODULES)})];
    const { ${values.join(", ")} } = modules[${JSON.stringify(specifier)}];
    export { ${values.join(", ")} };
    ${names.includes("default") ? `export default modules.default;` : ""}`;
  return `data:text/javascript,${encodeURIComponent(code.replaceAll(/\s+/g, " "))}`;
}

/** The literal that names a shared module: the bundle has no other import. */
function sourceOf(node: Node): (Node & ESTree.Literal)[] {
  const isImport = node.type === "ImportDeclaration" || node.type === "ImportExpression" ||
    node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration";
  const source = isImport ? node.source : null;
  return source?.type === "Literal" && EXPORTS.has(String(source.value))
    ? [source as Node & ESTree.Literal]
    : [];
}

function checkImportedName(module: BundledModule, node: Node): Diagnostic[] {
  const name = importedName(node);
  const declaration = module.parentOf(node);
  const source = declaration && sourceOf(declaration)[0];
  const names = source && EXPORTS.get(String(source.value));
  if (name === null || !names || names.includes(name)) return [];
  return [{
    code: "import.unknown_name",
    widget: module.widget.name,
    ...module.locate(node.start),
    message: `"${String(source.value)}" exports no "${name.slice(0, 80)}"`,
    hint: name === "default"
      ? 'Import what you need by its name: `import { useLocale } from "@tck/kit"`'
      : "Check the name's spelling; a type is imported by `import type`",
  }];
}

function importedName(node: Node): string | null {
  if (node.type === "ImportDefaultSpecifier") return "default";
  if (node.type !== "ImportSpecifier" && node.type !== "ExportSpecifier") return null;
  const name = node.type === "ImportSpecifier" ? node.imported : node.local;
  return name.type === "Identifier" ? name.name : String(name.value);
}
