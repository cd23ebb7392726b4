import { createHash } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve as toAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { keepBuild, readKeptBuild, writeAtomically } from "../../terminal/files/mod.ts";
import { exportedNames } from "../assets/react_runtime.ts";

// The bundler runs from its sources in this tree, and from compiled modules where it is installed as a package. A package
// holds both programs beside this module.

const isSource = import.meta.url.endsWith(".ts");

/** The path of the program that compiles and checks widgets in a process of its own. */
export function compilerProgram(): string {
  const address = isSource
    ? new URL("./compiler_process_main.ts", import.meta.url)
    : new URL("./compiler_process_main.js", import.meta.url);
  return fileURLToPath(address);
}

let isolate: Promise<string> | null = null;

/** The path of the program that evaluates one widget in an isolate. */
export function isolateProgram(): Promise<string> {
  if (!isSource) return Promise.resolve(fileURLToPath(new URL("./isolate.mjs", import.meta.url)));
  return isolate ??= writeIsolate();
}

/** The file is named by its contents. What is kept of a build is this path. */
async function writeIsolate(): Promise<string> {
  // Not `new URL`, by which a module loads a file of its package: a package does not hold these.
  const at = (path: string) => fileURLToPath(import.meta.resolve(path));
  const folder = at("../../node_modules/.tck");
  const place = {
    file: join(folder, "isolate.json"),
    settings: ["./programs.ts", "../assets/react_runtime.ts", "../../deno.lock"].map(at),
  };
  const known = (await readKeptBuild(place))?.modules.get(ISOLATE_ENTRY);
  if (known !== undefined && await exists(known)) return known;
  const begun = Date.now();
  const { code, sources } = await buildIsolate();
  const bytes = new TextEncoder().encode(code);
  const path = join(folder, `isolate-${createHash("sha256").update(bytes).digest("hex")}.mjs`);
  if (!await exists(path)) {
    await mkdir(folder, { recursive: true });
    await writeAtomically(path, bytes, { durable: false });
  }
  await keepBuild(place, { modules: new Map([[ISOLATE_ENTRY, path]]), sources }, begun);
  return path;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).catch(() => null) !== null;
}

/** The source of the isolate's program in one file, `isolate.mjs` in a package: with the kit and React in it. */
export async function bundleIsolate(): Promise<string> {
  return (await buildIsolate()).code;
}

async function buildIsolate(): Promise<{ code: string; sources: string[] }> {
  const esbuild = await import("esbuild");
  const { resolve } = createRequire(import.meta.url);
  const { outputFiles, metafile } = esbuild.buildSync({
    stdin: { contents: isolateSource(), resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    tsconfigRaw: {},
    // The errors of the development build explain themselves.
    define: { "process.env.NODE_ENV": '"development"' },
    alias: {
      "@tck/kit": fileURLToPath(new URL("../tck/mod.ts", import.meta.url)),
      // Of the two renderers of the package, only the synchronous one.
      "react-dom/server": join(
        dirname(resolve("react-dom")),
        "cjs/react-dom-server-legacy.browser.development.js",
      ),
    },
    logLevel: "silent",
  });
  const sources = Object.keys(metafile.inputs).filter((path) => path !== "<stdin>");
  return { code: outputFiles[0]!.text, sources: sources.map((path) => toAbsolute(path)) };
}

const ISOLATE_ENTRY = "./evaluate/isolate/run_isolate.ts";

/** What React reads when it is loaded. */
const FIRST_ENTRY = "./evaluate/isolate/element_places.ts";

/**
 * The isolate's source: the modules that widgets share. In a page one module serves those of React, so that the default
 * export of each holds the names of all; React's development build has more names than a page.
 */
function isolateSource(): string {
  const specifiers = SHARED_SPECIFIERS.filter(({ widget }) => widget);
  const react = specifiers.filter(({ asset }) => asset === "react-runtime.mjs");
  const imports = specifiers.map(({ specifier, asset }, index) =>
    `import ${asset === "react-runtime.mjs" ? "" : "* as "}m${index} from ${JSON.stringify(specifier)};`
  );
  const modules = specifiers.map((shared, index) => {
    const value = react.includes(shared)
      ? `share(m${index}, ${JSON.stringify(exportedNames(shared.specifier))})`
      : `{ ...m${index} }`;
    return `${JSON.stringify(shared.specifier)}: ${value}`;
  });
  const runtime = react.map((shared) => `m${specifiers.indexOf(shared)}`).join(", ");
  return `import ${JSON.stringify(FIRST_ENTRY)};
    ${imports.join("\n")}
    import { runIsolate } from ${JSON.stringify(ISOLATE_ENTRY)};
    const runtime = Object.assign({}, ${runtime});
    const share = (module, names) =>
      Object.fromEntries([...names.map((name) => [name, module[name]]), ["default", runtime]]);
    runIsolate({ __proto__: null, ${modules.join(", ")} });`;
}
