import { createHash } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { exportedNames } from "../assets/react_runtime.ts";
import { writeAtomically } from "./output/write_atomically.ts";

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

async function writeIsolate(): Promise<string> {
  const bytes = new TextEncoder().encode(await bundleIsolate());
  // Not `new URL`, by which a module loads a file of its package: a package does not hold this folder.
  const folder = fileURLToPath(import.meta.resolve("../../node_modules/.tck"));
  const path = join(folder, `isolate-${createHash("sha256").update(bytes).digest("hex")}.mjs`);
  if (await stat(path).catch(() => null)) return path;
  await mkdir(folder, { recursive: true });
  await writeAtomically(path, bytes);
  return path;
}

/** The source of the isolate's program in one file, `isolate.mjs` in a package: with the kit and React in it. */
export async function bundleIsolate(): Promise<string> {
  const esbuild = await import("esbuild");
  const { resolve } = createRequire(import.meta.url);
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents: isolateSource(), resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    write: false,
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
  return outputFiles[0]!.text;
}

const ISOLATE_ENTRY = "./evaluate/isolate/run_isolate.ts";

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
  return `${imports.join("\n")}
    import { runIsolate } from ${JSON.stringify(ISOLATE_ENTRY)};
    const runtime = Object.assign({}, ${runtime});
    const share = (module, names) =>
      Object.fromEntries([...names.map((name) => [name, module[name]]), ["default", runtime]]);
    runIsolate({ __proto__: null, ${modules.join(", ")} });`;
}
