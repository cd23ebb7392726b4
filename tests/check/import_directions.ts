import type { ForbiddenImport, Import } from "./imports.ts";

/** A part of the tree, and the parts that it may import from. A file belongs to the first part whose path fits. */
interface Part {
  path: string;
  imports: readonly string[];
}

const ASSETS_FOR_ROUTES = ["web/assets/import_map.ts", "web/assets/host_assets.ts"];

const PARTS: readonly Part[] = [
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
  { path: "terminal/", imports: ["core/errors/", "terminal/"] },
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

/** Finds the imports between parts of the tree that the architecture does not allow. */
export function findForbiddenDirections(imports: readonly Import[]): ForbiddenImport[] {
  return imports.flatMap((one) => {
    const part = PARTS.find(({ path }) => one.file.startsWith(path));
    const rule = part ? checkImport(one, part) : null;
    return rule === null ? [] : [{ ...one, rule }];
  });
}

function checkImport({ file, specifier, target }: Import, part: Part): string | null {
  if (target === null) return file.startsWith("core/") ? checkCorePackage(specifier) : checkRemote(specifier);
  if (part.imports.some((path) => target.startsWith(path))) return null;
  return `${part.path} may import from ${part.imports.join(", ")} only`;
}

function checkCorePackage(specifier: string): string | null {
  return CORE_PACKAGES.includes(specifier)
    ? null
    : `core/ may import no package but ${CORE_PACKAGES.join(", ")}`;
}

function checkRemote(specifier: string): string | null {
  return /^(jsr|https?|npm):/.test(specifier)
    ? "packages are listed in deno.json, with their exact versions"
    : null;
}
