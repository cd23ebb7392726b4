import { posix } from "node:path";
import { buildHostAssets, toHostAssetsDocument } from "../../web/assets/mod.ts";
import { bundleIsolate, joinCharts } from "../../web/bundler/mod.ts";
import { makePageAssets, PAGE_ASSETS_FILE } from "../../preview/server/feed_page/mod.ts";
import { makeSiteAssets, SITE_ASSETS_FILE } from "../../preview/server/site/mod.ts";
import { buildMeasuringScript, MEASURING_SCRIPT_FILE } from "../../preview/server/snapshot/measuring/mod.ts";
import { OWN_FONT_FILES } from "../../preview/server/snapshot/fonts/mod.ts";
import { buildSampleBundles } from "./sample_project.ts";
import { toBinaryDocument } from "../application/binary_document.ts";
import { VIEWER_VERSION } from "../openapi/viewer.ts";
import { readViewerFile } from "../openapi/viewer_file.ts";
import { buildPreviewShell } from "./preview_shell.ts";

/** An npm package that is made from this tree. Paths are relative to the project. */
export interface NpmPackage {
  name: string;
  description: string;
  keywords: readonly string[];
  /** The module of each subpath. */
  exports: { readonly [subpath: string]: string };
  /** The module of each program. */
  bin: { readonly [program: string]: string };
  /** The oldest version of Node that a library without programs supports. @default that of the programs */
  node?: string;
  /** Whether importing a module does nothing: a bundler may leave out what is not used. @default false */
  isPure?: boolean;
  /** The copied files that can be imported, by their paths in the package. */
  data?: readonly string[];
  /** The modules that are programs of child processes. */
  programs: readonly string[];
  /** Generates further files, by their paths in the package. One of them may be the module of a subpath. */
  make(root: string): Promise<ReadonlyMap<string, string>>;
  peers: readonly string[];
  readme: string;
  /** Further files and folders of the tree, by their paths in the package. */
  copied?: { readonly [path: string]: string };
  /** The modules and packages from which `make` bundles files. */
  bundled?: readonly string[];
  /** Code of others that is checked into the tree, and copied. */
  included?: readonly { name: string; version: string; license: string }[];
}

/** The packages of fonts from which files are copied, and the licence of each. */
const FONT_LICENSES = {
  "@expo-google-fonts/noto-sans": "LICENSE_FONT",
  "@expo-google-fonts/noto-serif": "LICENSE_FONT",
  "dejavu-fonts-ttf": "LICENSE",
};

/** A package without programs, generated files and peers. */
const MODULES_ONLY = {
  bin: {},
  programs: [],
  make: () => Promise.resolve(new Map<string, string>()),
  peers: [],
};

/** A library on web standards, among them `DecompressionStream` with `deflate-raw`. */
const PURE_LIBRARY = { node: "20.20.2", isPure: true };

/** Every npm package, each after those that it depends on. */
export const NPM_PACKAGES: readonly NpmPackage[] = [
  {
    name: "@tck/tckb",
    description: "Read, verify and write .tckb widget bundles",
    keywords: ["widget", "tckb", "zip"],
    ...MODULES_ONLY,
    exports: { ".": "core/mod.ts", "./commit": "core/commit/mod.ts", "./feed": "core/feed/mod.ts" },
    readme: "hosts/packaging/readme/tckb.md",
    copied: { "manifest.schema.json": "core/manifest/manifest.schema.json" },
    data: ["manifest.schema.json"],
    ...PURE_LIBRARY,
  },
  {
    name: "@tck/kit",
    description: "Write, check and build widgets: hooks, building blocks, host, and the bundler tck",
    keywords: ["widget", "tckb", "react", "bundler"],
    exports: {
      ".": "web/tck/mod.ts",
      "./host": "web/tck-host/mod.ts",
      "./host-mount": "web/tck-host-mount/mod.ts",
      "./charts": "web/tck/charts/mod.ts",
      "./bundler": "web/bundler/mod.ts",
    },
    bin: { "tck": "web/tck-cli/tck.ts" },
    programs: ["web/bundler/compiler_process_main.ts"],
    make: buildBundled,
    peers: ["react", "react-dom"],
    readme: "hosts/packaging/readme/kit.md",
    copied: { "API.md": "web/tck/API.md", "api": "web/tck/api", "pictures": "web/tck/pictures" },
  },
  {
    name: "@tck/create-widget",
    description: "Create a project of widgets: pnpm create @tck/widget",
    keywords: ["widget", "tckb", "create"],
    ...MODULES_ONLY,
    exports: { ".": "web/scaffold/mod.ts" },
    bin: { "create-widget": "web/scaffold/create_widget.ts" },
    copied: { "web/scaffold/template": "web/scaffold/template" },
    readme: "hosts/packaging/readme/create-widget.md",
  },
  {
    name: "@tck/preview",
    description: "Preview widgets live while they are written: tck-preview",
    keywords: ["widget", "tckb", "preview"],
    exports: { ".": "preview/server/mod.ts" },
    bin: { "tck-preview": "preview/server/main.ts" },
    programs: ["web/bundler/compiler_process_main.ts"],
    make: async (root) =>
      new Map([
        ...await buildBundled(),
        ...await buildPreviewShell(root),
        [PAGE_ASSETS_FILE, await makePageAssets()],
        [SITE_ASSETS_FILE, await makeSiteAssets()],
        [MEASURING_SCRIPT_FILE, await buildMeasuringScript()],
      ]),
    bundled: [
      "preview/shell/main.ts",
      "preview/shell/boot.tsx",
      "web/canvas/sealed_page/page/sealed-page.tsx",
      "web/canvas/sealed_page/page/envelope-reader.ts",
      "web/canvas/chat/cards/chat-cards.ts",
      "web/canvas/chat/view/chat-view.ts",
      ...Object.keys(FONT_LICENSES),
    ],
    peers: ["react", "react-dom", "@tck/kit"],
    readme: "hosts/packaging/readme/preview.md",
    copied: Object.fromEntries([
      ...OWN_FONT_FILES.map((file) => [
        `preview/server/snapshot/fonts/${posix.basename(file)}`,
        `node_modules/${file}`,
      ]),
      ...Object.entries(FONT_LICENSES).map(([name, file]) => [
        `licenses/${posix.basename(name)}.txt`,
        `node_modules/${name}/${file}`,
      ]),
    ]),
  },
  {
    name: "@tck/client",
    description: "A typed client of the public API of daily pages",
    keywords: ["widget", "tckb", "client"],
    ...MODULES_ONLY,
    exports: { ".": "web/client/mod.ts" },
    ...PURE_LIBRARY,
    readme: "hosts/packaging/readme/client.md",
  },
  {
    name: "@tck/feed",
    description: "Shows the cards of a daily page in an element of an application, and ends them again",
    keywords: ["widget", "tckb", "canvas"],
    ...MODULES_ONLY,
    exports: { ".": "web/canvas/mount/mod.ts" },
    ...PURE_LIBRARY,
    readme: "hosts/packaging/readme/feed.md",
  },
  {
    name: "@tck/server",
    description:
      "The storage service, the public API and the web app of widgets, on Node and workerd: tck-serve",
    keywords: ["widget", "tckb", "server"],
    exports: { "./edge": "hosts/edge/worker.ts" },
    bin: { "tck-serve": "hosts/node/tck_serve.ts" },
    programs: [
      "hosts/node/run_services.ts",
      "hosts/notifications/nats_worker.ts",
      "hosts/painting/writing_thread.ts",
      "hosts/sealing/sealing_thread.ts",
    ],
    make: async () =>
      new Map([
        ["hosts/node/host_assets.json", await buildAssetsDocument()],
        ["hosts/node/sample_bundles.json", JSON.stringify(toBinaryDocument(await buildSampleBundles()))],
        ["hosts/node/api_viewer.json", JSON.stringify(toBinaryDocument([await readViewerFile()]))],
        ["hosts/edge/main.js", EDGE_MAIN],
      ]),
    bundled: [
      "react",
      "react-dom",
      "web/tck/mod.ts",
      "web/tck-host-mount/mod.ts",
      "web/canvas/boot-feed.tsx",
    ],
    included: [{ name: "redoc", version: VIEWER_VERSION, license: "MIT" }],
    peers: [],
    readme: "hosts/packaging/readme/server.md",
    copied: {
      "docs/operations.md": "docs/operations.md",
      "docs/settings.md": "docs/settings.md",
      "docs/deployment.md": "docs/deployment.md",
      "docs/http.md": "docs/http.md",
      "docs/log.md": "docs/log.md",
      "hosts/edge/wrangler.jsonc": "hosts/edge/wrangler.jsonc",
      "hosts/operations/monitoring/alerts.yaml": "hosts/operations/monitoring/alerts.yaml",
      "hosts/operations/monitoring/grafana_dashboard.json":
        "hosts/operations/monitoring/grafana_dashboard.json",
      "licenses/redoc.txt": "hosts/openapi/redoc/LICENSE",
    },
  },
];

/** The main module of the worker, for wrangler: it has the files of the package in it. */
const EDGE_MAIN = `import hostAssets from "../node/host_assets.json";
import samples from "../node/sample_bundles.json";
import apiViewer from "../node/api_viewer.json";
import { createWorker } from "./worker.js";

export default createWorker(hostAssets, samples, apiViewer);
`;

/** The files that pages with widgets load, built here, because a server installs no bundler. */
async function buildAssetsDocument(): Promise<string> {
  return JSON.stringify(toHostAssetsDocument(await buildHostAssets()));
}

/**
 * The files that the bundler loads by URL. The program of the isolates is bundled here, because bundling it at each
 * start takes 0.1 s. The charts are joined here, so that a widget has the same bytes whichever versions of d3 would
 * be installed.
 */
async function buildBundled(): Promise<Map<string, string>> {
  return new Map([
    ["web/bundler/isolate.mjs", await bundleIsolate()],
    ["web/tck/charts/mod.js", await joinCharts()],
  ]);
}
