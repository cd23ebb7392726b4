import { dirname } from "node:path";
import { parse } from "acorn";
import type * as esbuild from "esbuild";
import type * as ESTree from "estree";
import { sha384Base64Url } from "../../../../core/bytes/mod.ts";
import type { SourceFiles } from "../sources/source_files.ts";

const NAMESPACE = "tck-barrel";

/**
 * Makes an import of a package whose entry only exports other modules again, such as a set of 2,000 icons, read only the
 * modules that export what the importing file names. The bundle is the same: the others would be left out of it anyway,
 * but only after each had been read.
 */
export function narrowBarrels(files: SourceFiles): esbuild.Plugin {
  const barrels = new Map<string, Promise<Barrel | null>>();
  return {
    name: "tck-narrow-barrels",
    setup(build) {
      build.onResolve(
        { filter: /^[^./]/, namespace: "file" },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (kind !== "import-statement" || pluginData === NAMESPACE || !files.owns(importer)) return null;
          const entry = await build.resolve(path, { kind, importer, resolveDir, pluginData: NAMESPACE });
          if (entry.errors.length > 0 || entry.external || entry.sideEffects) return null;
          if (entry.namespace !== "file" || !files.allows(entry.path)) return null;
          const source = new TextDecoder().decode(await files.read(importer));
          if (takesAll(source, path)) return null;
          const barrel = await getOrCreate(
            barrels,
            entry.path,
            async () => readBarrel(await files.read(entry.path)),
          );
          if (barrel === null) return null;
          const contents = narrow(barrel, new Set(source.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)));
          const identity = await sha384Base64Url(new TextEncoder().encode(`${entry.path}\n${contents}`));
          const loaded: Loaded = { contents, resolveDir: dirname(entry.path) };
          return {
            path,
            namespace: NAMESPACE,
            suffix: `?${identity}`,
            sideEffects: false,
            pluginData: loaded,
          };
        },
      );
      build.onLoad(
        { filter: /.*/, namespace: NAMESPACE },
        ({ pluginData }: { pluginData: Loaded }) => pluginData,
      );
    },
  };
}

type Loaded = { contents: string; resolveDir: string };

const COMMENT = /\/\*[^]*?(?:\*\/|$)|\/\/.*/g;

/** Whether a source imports all names of a package at once, so that it may use some that it does not contain. */
function takesAll(source: string, specifier: string): boolean {
  const quoted = specifier.replaceAll(/[^\w]/g, "\\$&");
  const importAll = new RegExp(`\\*(?:\\s*as\\s+[^\\s"']+)?\\s*from\\s*["']${quoted}["']`);
  return importAll.test(source) || importAll.test(source.replaceAll(COMMENT, " "));
}

/** The statements of a module that only exports others again. */
interface Barrel {
  readonly source: string;
  readonly statements: readonly (ESTree.Node & { start: number; end: number })[];
}

/** The statements of a module, or null when it has code of its own. */
function readBarrel(bytes: Uint8Array): Barrel | null {
  const source = new TextDecoder().decode(bytes);
  // A large module with code of its own is not parsed: parsing it would take longer than bundling it.
  if (!/^[ \t]*export\s*\{[^{}]*\}\s*from\b/m.test(source)) return null;
  try {
    const { body } = parse(source, { ecmaVersion: "latest", sourceType: "module" });
    const statements = body as unknown as Barrel["statements"];
    return statements.every(isReexport) ? { source, statements } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // esbuild reports it.
    throw error;
  }
}

function isReexport(statement: ESTree.Node): boolean {
  if (statement.type === "ExpressionStatement") return "directive" in statement;
  if (statement.type === "ImportDeclaration") return statement.specifiers.length > 0;
  return statement.type === "ExportNamedDeclaration" && !statement.declaration;
}

/** The statements of a barrel that export one of the names, and the imports that these need. */
function narrow({ source, statements }: Barrel, names: ReadonlySet<string>): string {
  const kept = statements.filter((statement) =>
    statement.type === "ExportNamedDeclaration" &&
    statement.specifiers.some(({ exported }) => names.has(nameOf(exported)))
  );
  const locals = new Set(
    kept.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration" && !statement.source
        ? statement.specifiers.map(({ local }) => nameOf(local))
        : []
    ),
  );
  const imports = statements.filter((statement) =>
    statement.type === "ImportDeclaration" && statement.specifiers.some(({ local }) => locals.has(local.name))
  );
  // Without an export, esbuild would not take it for a module, nor report unknown names.
  return [...imports, ...kept].map(({ start, end }) => source.slice(start, end)).join("\n") + "\nexport {};";
}

function nameOf(name: ESTree.Identifier | ESTree.Literal): string {
  return name.type === "Identifier" ? name.name : String(name.value);
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
