import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { DocType, Parameter } from "./print_type.ts";

/** A documentation comment. */
export interface Comment {
  doc?: string;
  tags?: readonly CommentTag[];
}

/** A tag of a documentation comment. */
interface CommentTag {
  kind: string;
  doc?: string;
  /** What a function throws. */
  tsType?: DocType;
  /** The whole tag, if `deno doc` does not know its name. */
  value?: string;
}

/** A property or method of a type. */
export interface Member {
  name: string;
  jsDoc?: Comment;
  optional?: boolean;
  /** Of a property. */
  tsType?: DocType;
  /** Of a method. */
  params?: readonly Parameter[];
  returnType?: DocType;
}

/** One declaration, as `deno doc --json` describes it. */
export interface Declaration {
  kind: "function" | "interface" | "typeAlias" | "class" | "variable";
  jsDoc?: Comment;
  location: { filename: string; line: number };
  def: {
    params?: readonly Parameter[];
    typeParams?: readonly { name: string; constraint?: DocType; default?: DocType }[];
    returnType?: DocType;
    tsType?: DocType;
    extends?: readonly DocType[];
    properties?: readonly Member[];
    methods?: readonly Member[];
  };
}

/** A name and its first declaration. */
export interface DocSymbol {
  name: string;
  declaration: Declaration;
}

/** The names that a module exports, and every declaration of the files in its folder and of those that declare them. */
export interface ModuleSymbols {
  exports: readonly DocSymbol[];
  /** Finds a type by the name that a declaration calls it, exported or not. */
  find(name: string, nearby: Declaration): Declaration | null;
}

/** Reads the exports of a module, and the types that these are made of. */
export async function readSymbols(root: string, module: string): Promise<ModuleSymbols> {
  const entry = pathToFileURL(join(root, module)).href;
  const { [entry]: exports = [] } = await runDenoDoc(root, [entry]);
  const files = new Set(exports.map(({ declaration }) => declaration.location.filename));
  for (const file of await listSources(join(root, dirname(module)))) files.add(file);
  const declared = await runDenoDoc(root, ["--private", ...[...files].toSorted()]);
  const everything = Object.values(declared).flat();
  return {
    exports,
    find(name, { location }) {
      const named = [...exports, ...everything].filter((symbol) => symbol.name === name);
      const own = named.find(({ declaration }) => declaration.location.filename === location.filename);
      return (own ?? named[0])?.declaration ?? null;
    },
  };
}

/** The URLs of a folder's modules. */
async function listSources(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => pathToFileURL(join(folder, path)).href);
}

interface DenoDoc {
  nodes: { [module: string]: { symbols: { name: string; declarations: Declaration[] }[] } };
}

async function runDenoDoc(root: string, args: string[]): Promise<{ [module: string]: DocSymbol[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, ["doc", "--json", ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
    maxBuffer: 2 ** 26,
  });
  const { nodes } = JSON.parse(stdout) as DenoDoc;
  return Object.fromEntries(
    Object.entries(nodes).map(([module, { symbols }]) => [
      module,
      symbols.map(({ name, declarations }) => ({ name, declaration: declarations[0]! })),
    ]),
  );
}
