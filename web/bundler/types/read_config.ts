import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { foldersAbove } from "../folders_above.ts";
import { DiagnosticError, inFile } from "../diagnostic.ts";
import { JUDGING_OPTIONS } from "./judging_options.ts";
import type { ReadableFiles } from "./readable_files.ts";
import { createForeignWarning, createWarning } from "./type_diagnostic.ts";

/** The largest configuration that is read, in bytes (1 MiB). */
const MAX_CONFIG_BYTES = 1_048_576;

/** How many configurations are read for a project at most. */
const MAX_CONFIGS = 100;

type Fields = { readonly [name: string]: unknown };

/** What TypeScript is given in place of a project's configurations. Its paths are absolute. */
export interface TypesConfig {
  readonly compilerOptions: Fields;
  /** Which files are checked: values of the project, as TypeScript rejects mistakes itself. */
  readonly files?: unknown;
  readonly include?: unknown;
  readonly exclude?: unknown;
}

/** One configuration, with those that it extends. Its paths are absolute, but for those in `paths`. */
interface Layer extends TypesConfig {
  /** The folder of the configuration that has `paths`. */
  readonly pathsFolder?: string;
  /** Folders of output, which are no sources. */
  readonly outputs: Fields;
}

/**
 * Reads the `tsconfig.json` of a project and what it extends, as far as they say what is a type error. TypeScript itself
 * reads none of them: its options can have it write to any file, and its messages quote what is written in them.
 *
 * @param root the project folder, as a real path
 * @throws {DiagnosticError} when a configuration cannot be read, or may not be shown
 */
export function readConfig(root: string, readable: ReadableFiles): TypesConfig {
  const { compilerOptions, pathsFolder, outputs, ...selected } = new ConfigReader(root, readable)
    .read(join(root, "tsconfig.json"));
  const { baseUrl, paths, types, typeRoots } = compilerOptions;
  const placeFrom = (folder: string) => (path: string) =>
    isRelative(path) || path.startsWith(CONFIG_DIR) ? locate(path, folder, root) : path;
  return {
    compilerOptions: {
      ...compilerOptions,
      ...(pathsFolder !== undefined && typeof baseUrl !== "string" &&
        { paths: placeFields(toFields(paths), Object.keys(toFields(paths)), placeFrom(pathsFolder)) }),
      types: mapTexts(types, placeFrom(root)),
      // TypeScript would look above the configuration that it is given.
      typeRoots: typeRoots ?? foldersAbove(root).map((folder) => join(folder, "node_modules/@types")),
      rootDir: parse(root).root,
    },
    include: selected.files === undefined ? [join(root, "**/*")] : undefined,
    exclude: Object.values(outputs),
    ...selected,
  };
}

class ConfigReader {
  #count = 0;

  constructor(private readonly root: string, private readonly readable: ReadableFiles) {}

  /** @param file its absolute path */
  read(file: string): Layer {
    if (!this.readable.include(file)) throw new DiagnosticError([createForeignWarning(file)]);
    if (++this.#count > MAX_CONFIGS) throw unknown(`more than ${MAX_CONFIGS} configurations`);
    const config = this.#parse(file);
    const { extends: specifiers = [] } = config;
    const bases = (Array.isArray(specifiers) ? specifiers : [specifiers]).map((specifier) => {
      const base = typeof specifier === "string" ? findExtended(file, specifier) : null;
      if (base === null) throw unknown(`what ${this.#nameOf(file)} extends`);
      return this.read(base);
    });
    return [...bases, this.#place(config, dirname(file))].reduce(merge);
  }

  #parse(file: string): Fields {
    const text = readText(file);
    if (text === null) throw unknown(this.#nameOf(file));
    try {
      return toFields(JSON.parse(toPlainJson(text)));
    } catch (error) {
      const { message } = error as Error;
      const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message)?.map(Number) ?? [];
      throw new DiagnosticError([{
        code: "types.error",
        widget: null,
        ...inFile(this.#nameOf(file)),
        line: line ?? null,
        column: column ?? null,
        message: `the configuration does not parse: ${message}`,
        hint: "Correct its syntax",
      }]);
    }
  }

  #nameOf(file: string): string {
    return relative(this.root, file).split(sep).join("/");
  }

  #place(config: Fields, folder: string): Layer {
    const place = (path: string) => locate(path, folder, this.root);
    const options = toFields(config["compilerOptions"] ?? {});
    const judging = Object.entries(options).filter(([name]) => JUDGING_OPTIONS.has(name));
    const compilerOptions = Object.fromEntries(
      judging.map(([name, value]) => [name, PATH_OPTIONS.has(name) ? mapTexts(value, place) : value]),
    );
    return {
      compilerOptions,
      ...(options["paths"] !== undefined && { pathsFolder: folder }),
      outputs: placeFields(options, OUTPUT_OPTIONS, place),
      ...placeFields(config, ["files", "include", "exclude"], place),
    };
  }
}

/** In a path of a configuration, the folder of the one that is not extended. */
const CONFIG_DIR = "${configDir}";

const PATH_OPTIONS: ReadonlySet<string> = new Set(["baseUrl", "rootDirs", "typeRoots"]);

const OUTPUT_OPTIONS = ["outDir", "declarationDir"];

function merge(base: Layer, own: Layer): Layer {
  return {
    ...base,
    ...own,
    compilerOptions: { ...base.compilerOptions, ...own.compilerOptions },
    outputs: { ...base.outputs, ...own.outputs },
  };
}

/** Those of the fields that are there. */
function placeFields(fields: Fields, names: readonly string[], place: (path: string) => string): Fields {
  const present = names.filter((name) => (fields[name] ?? null) !== null);
  return Object.fromEntries(present.map((name) => [name, mapTexts(fields[name], place)]));
}

/** Applies a function to a text, or to the texts of a list; other values are mistakes, which TypeScript reports. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return typeof value === "string" ? map(value) : value;
}

function locate(path: string, folder: string, root: string): string {
  return path.startsWith(CONFIG_DIR) ? join(root, path.slice(CONFIG_DIR.length)) : resolve(folder, path);
}

function isRelative(path: string): boolean {
  return /^\.\.?(?:\/|$)/.test(path);
}

function unknown(what: string): DiagnosticError {
  return new DiagnosticError([
    createWarning(`${what} is not known`, "Extend files by their paths, or packages without exports"),
  ]);
}

function findExtended(file: string, specifier: string): string | null {
  if (isAbsolute(specifier) || isRelative(specifier)) {
    const path = resolve(dirname(file), specifier);
    return isFile(path) || path.endsWith(".json") ? path : `${path}.json`;
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  for (const folder of createRequire(file).resolve.paths(specifier) ?? []) {
    const packageJson = readText(join(folder, name, "package.json"));
    if (packageJson === null && !existsSync(join(folder, name))) continue;
    // With these, which file is meant depends on more than its path.
    if (/"(?:exports|tsconfig)"\s*:/.test(packageJson ?? "")) return null;
    const path = join(folder, specifier);
    const candidates = [path, `${path}.json`, join(path, "tsconfig.json")];
    return candidates.find((candidate) => isFile(candidate)) ?? null;
  }
  return null;
}

/**
 * The JSON of a text that may have comments and trailing commas, with every place where it was. A string or comment without
 * an end is matched too, so that none is read twice.
 */
function toPlainJson(text: string): string {
  const blank = (found: string, string?: string) => string ?? found.replaceAll(/[^\n\r]/g, " ");
  return text.replace(/^\ufeff/, "")
    .replaceAll(/("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/g, blank)
    .replaceAll(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g, blank);
}

function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_CONFIG_BYTES ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}
