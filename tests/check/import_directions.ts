// deno-lint-ignore-file no-console -- its output is what it is for
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** One import that goes where it must not. */
export interface ForbiddenImport {
  /** The importing file, relative to the project. */
  file: string;
  /** What it imports, as it is written. */
  specifier: string;
  /** The rule that it breaks. */
  rule: string;
}

/** A room of the tree, and the rooms that it may import from; the first room whose path fits a file is the file's. */
interface Room {
  path: string;
  imports: readonly string[];
}

const ASSETS_FOR_ROUTES = ["web/assets/import_map.ts", "web/assets/host_assets.ts"];

const ROOMS: readonly Room[] = [
  { path: "core/", imports: ["core/"] },
  { path: "web/tck/", imports: ["core/", "web/tck/"] },
  { path: "web/tck-host/", imports: ["core/", "web/tck/", "web/tck-host/"] },
  { path: "web/tck-host-mount/", imports: ["core/", "web/tck/", "web/tck-host/", "web/tck-host-mount/"] },
  {
    path: "web/canvas/",
    imports: ["core/", "web/tck/", "web/tck-host/", "web/tck-host-mount/", "web/canvas/"],
  },
  { path: "web/scaffold/template/", imports: ["web/tck/", "preview/server/"] },
  { path: "web/", imports: ["core/", "web/", "terminal/"] },
  { path: "terminal/", imports: ["core/", "terminal/"] },
  {
    path: "hosts/cli/",
    imports: [
      "core/",
      "hosts/",
      "terminal/",
      "web/bundler/",
      "web/assets/",
      "web/scaffold/",
      "web/tck-cli/",
      "preview/server/",
    ],
  },
  { path: "hosts/routes/asset_loader.ts", imports: ["core/", "hosts/", ...ASSETS_FOR_ROUTES] },
  { path: "hosts/", imports: ["core/", "hosts/", "terminal/"] },
  { path: "preview/shell/", imports: ["core/", "web/", "preview/shell/", "preview/protocol.ts"] },
  { path: "preview/", imports: ["core/", "web/", "terminal/", "hosts/zlib/", "preview/"] },
  { path: "mod.ts", imports: ["core/mod.ts"] },
];

/** The npm packages that the core may import: none of them does I/O. */
const CORE_PACKAGES = ["fflate", "valibot", "@formatjs/intl-localematcher"];

/** The specifiers that `deno.json` maps to files of this project. */
const MAPPED: { readonly [specifier: string]: string } = {
  "@tck/kit": "web/tck/mod.ts",
  "@tck/kit/host": "web/tck-host/mod.ts",
  "@tck/kit/host-mount": "web/tck-host-mount/mod.ts",
  "@tck/preview": "preview/server/mod.ts",
};

/** Reads every source file of the project below a folder and finds the imports that go where they must not. */
export async function findForbiddenImports(root: string): Promise<ForbiddenImport[]> {
  const found: ForbiddenImport[] = [];
  for (const room of ["core", "web", "hosts", "preview", "terminal", "mod.ts"]) {
    for await (const file of sourceFiles(join(root, room))) {
      const path = relative(root, file).split(sep).join("/");
      found.push(...checkSource(path, await readFile(file, "utf8")));
    }
  }
  return found;
}

/** Finds the forbidden imports of one source text. */
export function checkSource(file: string, source: string): ForbiddenImport[] {
  const room = ROOMS.find(({ path }) => file.startsWith(path));
  if (!room) return [];
  return importedSpecifiers(source).flatMap((specifier) => {
    const rule = checkImport(file, specifier, room);
    return rule === null ? [] : [{ file, specifier, rule }];
  });
}

function checkImport(file: string, specifier: string, room: Room): string | null {
  const target = resolveInProject(file, specifier);
  if (target === null) return file.startsWith("core/") ? checkCorePackage(specifier) : checkRemote(specifier);
  if (room.imports.some((path) => target.startsWith(path))) return null;
  return `${room.path} may import from ${room.imports.join(", ")} only`;
}

function checkCorePackage(specifier: string): string | null {
  return CORE_PACKAGES.includes(specifier)
    ? null
    : `core/ may import no package but ${CORE_PACKAGES.join(", ")}`;
}

function checkRemote(specifier: string): string | null {
  return /^(jsr|https?|npm):/.test(specifier)
    ? "a package is named in deno.json, with its exact version"
    : null;
}

function resolveInProject(file: string, specifier: string): string | null {
  if (Object.hasOwn(MAPPED, specifier)) return MAPPED[specifier]!;
  return specifier.startsWith(".") ? posix.normalize(posix.join(dirname(file), specifier)) : null;
}

/** Every `from "…"`, `import "…"` and `import("…")` outside comments. */
function importedSpecifiers(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]!);
}

async function* sourceFiles(path: string): AsyncGenerator<string> {
  if (/\.(m?[jt]sx?)$/.test(path)) return yield path;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) yield* sourceFiles(join(path, entry.name));
    else if (/\.(m?[jt]sx?)$/.test(entry.name)) yield join(path, entry.name);
  }
}

if (import.meta.main) {
  const forbidden = await findForbiddenImports(fileURLToPath(new URL("../..", import.meta.url)));
  for (const { file, specifier, rule } of forbidden) {
    console.error(`${file} imports ${JSON.stringify(specifier)}: ${rule}`);
  }
  if (forbidden.length > 0) Deno.exit(1);
}
