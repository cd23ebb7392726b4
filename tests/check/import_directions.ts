import type { ForbiddenImport, Import } from "./imports.ts";
import { PREVIEW_ROOMS } from "./preview_rooms.ts";

/** A folder and the folders that it may import from. The first entry whose path is a prefix of a file applies to it. */
interface Folder {
  path: string;
  imports: readonly string[];
}

/** The host assets as plain data, for what serves them. */
const ASSETS = ["web/assets/import_map/mod.ts"];

/** Pages of one file, for what serves or writes them. */
const SEALED_PAGE = "web/canvas/sealed_page/mod.ts";

/** The document of a feed's first cards, for what serves or writes it. */
const PAINT = "web/canvas/paint/mod.ts";

/** The view of cards in a chat, which is made where it is served. */
const CHAT_VIEW = ["web/canvas/chat/mod.ts"];

/** The authors' tools, for the commands and packages that contain them. */
const TOOLS = ["web/bundler/", "web/assets/", "web/scaffold/", "web/tck-cli/", "preview/server/"];

/** The rooms of `hosts`, and the rooms of `hosts` and the folders beside it that each may import from. */
const HOST_ROOMS: readonly Folder[] = Object.entries({
  time: [],
  zlib: [],
  server: ["time"],
  auth: ["time"],
  conformance: [],
  objects: ["time", "zlib"],
  postgres: ["auth", "time"],
  notifications: ["postgres", "time"],
  sweep: ["postgres", "time"],
  commit: ["postgres", "sweep", "time", "zlib"],
  commit_queue: ["auth", "commit", "time"],
  submissions: ["auth", "commit", "postgres", "time"],
  user_data: ["postgres", "sweep"],
  "routes/http": ["auth", "time"],
  "routes/storage": ["auth", "routes/http", "submissions", "time"],
  "routes/public": ["auth", "routes/http", "routes/storage"],
  "routes/bundles": ["auth", "routes/http", "routes/public", "time"],
  "routes/web": [
    "auth",
    "time",
    "routes/http",
    "routes/storage",
    "routes/public",
    "routes/bundles",
    ...ASSETS,
    SEALED_PAGE,
    PAINT,
    ...CHAT_VIEW,
  ],
  routes: [],
  compression: ["routes", ...ASSETS],
  painting: ["routes", "time", PAINT],
  sealing: ["routes", "time", ...ASSETS, SEALED_PAGE],
  openapi: ["routes"],
  operations: ["postgres", "routes", "time"],
  application: [
    "auth",
    "commit",
    "compression",
    "notifications",
    "objects",
    "openapi",
    "operations",
    "postgres",
    "routes",
    "server",
    "submissions",
    "sweep",
    "time",
    "user_data",
    "zlib",
    ...ASSETS,
    ...CHAT_VIEW,
  ],
}).map(([room, imports]) => ({
  path: `hosts/${room}/`,
  imports: [
    "core/",
    "terminal/",
    `hosts/${room}/`,
    ...imports.map((one) => one.includes(".") ? one : `hosts/${one}/`),
  ],
}));

const FOLDERS: readonly Folder[] = [
  { path: "core/", imports: ["core/"] },
  { path: "web/tck/", imports: ["core/", "web/tck/"] },
  { path: "web/tck-host/", imports: ["core/", "web/tck/", "web/tck-host/"] },
  { path: "web/tck-host-mount/", imports: ["core/", "web/tck/", "web/tck-host/", "web/tck-host-mount/"] },
  {
    path: "web/canvas/",
    imports: [
      "core/",
      "web/tck/",
      "web/tck-host/",
      "web/tck-host-mount/",
      "web/client/",
      "web/bundle-stream/",
      "web/module-function/",
      "web/card-elements/",
      "web/card-markup/",
      ...ASSETS,
      "web/canvas/",
    ],
  },
  { path: "web/card-text/", imports: ["web/card-text/"] },
  { path: "web/card-markup/", imports: ["core/", "web/card-markup/"] },
  { path: "web/card-elements/", imports: ["web/card-elements/"] },
  { path: "web/module-function/", imports: ["web/module-function/"] },
  { path: "web/bundle-stream/", imports: ["core/", "web/bundle-stream/"] },
  { path: "web/client/", imports: ["core/", "web/client/"] },
  { path: "web/scaffold/template/", imports: ["web/tck/", "preview/server/"] },
  { path: "web/", imports: ["core/", "web/", "terminal/"] },
  { path: "terminal/", imports: ["core/contract/", "core/errors/", "terminal/"] },
  ...HOST_ROOMS,
  { path: "hosts/cli/", imports: ["core/", "hosts/", "terminal/", "web/card-text/", SEALED_PAGE, ...TOOLS] },
  {
    path: "hosts/packaging/",
    imports: [
      "core/",
      "hosts/application/",
      "hosts/node/",
      "hosts/openapi/",
      "hosts/packaging/",
      "terminal/",
      ...TOOLS,
    ],
  },
  { path: "hosts/deno/", imports: ["core/", "hosts/", "terminal/", "web/assets/", "preview/server/"] },
  { path: "hosts/", imports: ["core/", "hosts/", "terminal/", ...ASSETS] },
  { path: "preview/review/", imports: ["preview/review/"] },
  ...PREVIEW_ROOMS,
  {
    path: "preview/shell/",
    imports: [
      "core/",
      "web/",
      "preview/shell/",
      "preview/protocol.ts",
      "preview/review/",
      "preview/layout_rules.ts",
      "preview/shots.ts",
    ],
  },
  { path: "preview/", imports: ["core/", "web/", "terminal/", "hosts/zlib/", "preview/"] },
  { path: "docs/site/", imports: ["core/", "web/", "terminal/", "preview/", "docs/site/"] },
  { path: "mod.ts", imports: ["core/mod.ts"] },
];

/** The npm packages that the core may import: they do no I/O. */
const CORE_PACKAGES = ["fflate", "valibot", "@formatjs/intl-localematcher"];

/** Finds the imports between folders that the architecture does not allow. */
export function findForbiddenDirections(imports: readonly Import[]): ForbiddenImport[] {
  return imports.flatMap((one) => {
    const folder = FOLDERS.find(({ path }) => one.file.startsWith(path));
    const rule = folder ? checkImport(one, folder) : null;
    return rule === null ? [] : [{ ...one, rule }];
  });
}

function checkImport({ file, specifier, target }: Import, folder: Folder): string | null {
  if (target === null) return file.startsWith("core/") ? checkCorePackage(specifier) : checkRemote(specifier);
  if (folder.imports.some((path) => target.startsWith(path))) return null;
  return `${folder.path} may import from ${folder.imports.join(", ")} only`;
}

function checkCorePackage(specifier: string): string | null {
  return CORE_PACKAGES.includes(specifier)
    ? null
    : `core/ may import only the packages ${CORE_PACKAGES.join(", ")}`;
}

function checkRemote(specifier: string): string | null {
  return /^(jsr|https?|npm):/.test(specifier)
    ? "a package is imported through deno.json, which has its exact version"
    : null;
}
