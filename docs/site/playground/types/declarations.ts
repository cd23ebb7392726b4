import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { getLibFiles, ts } from "@ts-morph/common";
import { readTemplate } from "../../../../web/scaffold/mod.ts";
import { TYPES_FOLDER } from "./messages.ts";
import { KIT_MODULES } from "./project_types.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

const KIT_FOLDER = `${TYPES_FOLDER}/node_modules/@tck/kit`;

/**
 * The declarations that the types of a widget need, as texts by their paths in a project: those of the kit, from its sources,
 * of React, of the language and of browsers; with the configuration and the `assets.d.ts` of a new project.
 *
 * @throws when an export of the kit has no explicit type
 */
export async function readDeclarations(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { path, bytes } of await readTemplate()) {
    if (["tsconfig.json", "assets.d.ts"].includes(path)) {
      files.set(`${TYPES_FOLDER}/${path}`, new TextDecoder().decode(bytes));
    }
  }
  const exports = { ".": `./web/tck/mod.d.ts`, "./charts": `./web/tck/charts/mod.d.ts` };
  files.set(`${KIT_FOLDER}/package.json`, JSON.stringify({ name: "@tck/kit", type: "module", exports }));
  for (const module of KIT_MODULES) await declareModule(module, files);
  const react = await addPackage(
    "@types/react",
    ["index.d.ts", "global.d.ts", "jsx-runtime.d.ts"],
    ROOT,
    files,
  );
  await addPackage("csstype", ["index.d.ts"], react, files);
  const config = JSON.parse(files.get(`${TYPES_FOLDER}/tsconfig.json`)!);
  for (const name of config.compilerOptions.lib) await addLibrary(`lib.${name}.d.ts`, files);
  return files;
}

/** Adds the declarations of a module of this repository, and of those that they refer to. */
async function declareModule(path: string, files: Map<string, string>): Promise<void> {
  if (files.has(path)) return;
  const { source, text } = await readSource(path.slice(KIT_FOLDER.length + 1).replace(/\.d\.ts$/, ""));
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: source,
    reportDiagnostics: true,
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      target: ts.ScriptTarget.ESNext,
      allowImportingTsExtensions: true,
    },
  });
  if (diagnostics.length > 0) {
    throw new Error(
      `Cannot declare ${source}: ${ts.flattenDiagnosticMessageText(diagnostics[0]!.messageText, " ")}`,
    );
  }
  files.set(path, outputText);
  for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
    if (!fileName.startsWith(".")) continue;
    await declareModule(posix.join(dirname(path), fileName).replace(/\.tsx?$/, ".d.ts"), files);
  }
}

async function readSource(module: string): Promise<{ readonly source: string; readonly text: string }> {
  const source = `${module}.ts`;
  const text = await readFile(join(ROOT, source), "utf8").catch(() => null);
  if (text !== null) return { source, text };
  return { source: `${module}.tsx`, text: await readFile(join(ROOT, `${module}.tsx`), "utf8") };
}

/**
 * Adds the declarations of a package.
 *
 * @param folder where it is found from
 */
async function addPackage(
  name: string,
  names: readonly string[],
  folder: string,
  files: Map<string, string>,
): Promise<string> {
  const path = createRequire(join(folder, "package.json")).resolve(`${name}/package.json`);
  for (const file of ["package.json", ...names]) {
    const text = await readFile(join(dirname(path), file), "utf8");
    const isKept = name === "@types/react" || file === "package.json";
    files.set(`${TYPES_FOLDER}/node_modules/${name}/${file}`, isKept ? text : removeComments(text));
  }
  return dirname(await realpath(path));
}

/** Adds a library of TypeScript, and those that it refers to. */
async function addLibrary(name: string, files: Map<string, string>): Promise<void> {
  const path = `/lib/${name}`;
  if (files.has(path)) return;
  const text = LIBRARIES.get(name)!;
  files.set(path, removeComments(text));
  for (const { fileName } of ts.preProcessFile(text).libReferenceDirectives) {
    await addLibrary(`lib.${fileName}.d.ts`, files);
  }
}

const LIBRARIES: ReadonlyMap<string, string> = new Map(
  getLibFiles().map(({ fileName, text }) => [fileName, text]),
);

/** The comments on the DOM and on CSS are three quarters of their declarations. */
function removeComments(text: string): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printFile(ts.createSourceFile("lib.d.ts", text, ts.ScriptTarget.ESNext));
}
