import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX, SHARED_SPECIFIERS, type SharedAsset } from "../../core/contract/mod.ts";
import { createImportMap, type HostAsset, type HostAssets } from "./import_map/mod.ts";
import { BLOCK_STYLES } from "../tck/blocks/styles/mod.ts";
import { RESET_STYLES } from "../tck-host-mount/reset_styles.ts";
import { minifyModule } from "./minify_module.ts";
import { minifyStyles } from "./minify_styles.ts";
import { exportedNames, isOfReact, reactRuntimeSource } from "./react_runtime.ts";

type EntryAsset =
  | "boot.mjs"
  | "boot-feed.mjs"
  | "boot-frame.mjs"
  | "boot-page.mjs"
  | "bootstrap-feed.mjs"
  | "embed.mjs"
  | "mount-feed.mjs"
  | "mount-open.mjs"
  | "mount-sealed.mjs";

/**
 * The classic scripts and their entry points: of the service worker, where not every browser allows modules, and of documents
 * that load nothing. Each contains what it imports.
 */
const SCRIPTS = {
  "chat-cards.js": "../canvas/chat/cards/chat-cards.ts",
  "chat-view.js": "../canvas/chat/view/chat-view.ts",
  "frame-loader.js": "../canvas/frame/frame-loader.ts",
  "mark-page.js": "../canvas/page/mark-page.ts",
  "saved-file.js": "../canvas/saved_file/saved-file.ts",
  "sealed-page.js": "../canvas/sealed_page/page/sealed-page.tsx",
  "envelope-reader.js": "../canvas/sealed_page/page/envelope-reader.ts",
  "service-worker.js": "../service-worker/service_worker.ts",
  "service-worker-off.js": "../service-worker/retired_worker.ts",
} as const;

/** What a script contains of the modules that a page shares. */
const SHARED_ENTRY_POINTS = {
  "@tck/kit": sourcePath("../tck/mod.ts"),
  "@tck/kit/host": sourcePath("../tck-host/mod.ts"),
  "@tck/kit/host-mount": sourcePath("../tck-host-mount/mod.ts"),
};

/** The entry point of each module. That of `react-runtime.mjs` is generated. */
const ENTRY_POINTS: { readonly [asset in Exclude<SharedAsset, "react-runtime.mjs"> | EntryAsset]: string } = {
  "tck.mjs": "../tck/mod.ts",
  "tck-host.mjs": "../tck-host/mod.ts",
  "tck-host-mount.mjs": "../tck-host-mount/mod.ts",
  "boot.mjs": "../canvas/boot.tsx",
  "boot-feed.mjs": "../canvas/boot-feed.tsx",
  "boot-frame.mjs": "../canvas/frame/boot-frame.tsx",
  "boot-page.mjs": "../canvas/page/boot-page.ts",
  "bootstrap-feed.mjs": "../canvas/bootstrap-feed.ts",
  "embed.mjs": "../canvas/embed/embed.ts",
  "mount-feed.mjs": "../canvas/mount-feed.ts",
  "mount-open.mjs": "../canvas/mount-open.tsx",
  "mount-sealed.mjs": "../canvas/page/mount-sealed.ts",
};

/** The stylesheets and their entry points. */
const STYLES = {
  "style.css": "./style.css",
  "canvas.css": "../canvas/canvas.css",
  "sealed-page.css": "../canvas/sealed_page/sealed-page.css",
  "page.css": "./page.css",
} as const;

/** The icons of the installed application. Those in PNG are drawn from that in SVG, without its round corners. */
const ICONS = {
  "icon.svg": "image/svg+xml",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
} as const;

/** The modules that carry no hashes of other assets. */
const MODULES = [
  "react-runtime.mjs",
  "tck.mjs",
  "tck-host.mjs",
  "tck-host-mount.mjs",
  "boot.mjs",
  "boot-feed.mjs",
  "boot-frame.mjs",
  "boot-page.mjs",
  "embed.mjs",
  "mount-open.mjs",
] as const;

/** The modules that carry the import map, for pages that cannot write the map into their HTML. They have no imports. */
const MAP_CARRIERS = ["bootstrap-feed.mjs", "mount-feed.mjs"] as const;

/**
 * Builds the files that pages with widgets load (lifecycle specification, D.2): the four shared modules, the entries of
 * the open and of the sealed canvas, the stylesheets of the tokens, of the canvas, and of the pages themselves, and the
 * icons.
 */
export async function buildHostAssets(): Promise<HostAssets> {
  const assets = new Map<string, HostAsset>(
    await Promise.all(
      MODULES.map(async (name) => [name, await toAsset(await bundleModule(name), JAVASCRIPT)] as const),
    ),
  );
  assets.set("mount-sealed.mjs", await toAsset(await bundleMountSealed(), JAVASCRIPT));
  const map = createImportMap([...assets].map(([name, asset]) => [name, asset.hash] as const));
  for (const name of MAP_CARRIERS) {
    assets.set(name, await toAsset(await bundleCarrier(name, map), JAVASCRIPT));
  }
  for (const name of keysOf(SCRIPTS)) assets.set(name, await buildScript(name));
  for (const name of keysOf(STYLES)) assets.set(name, await buildStyles(name));
  assets.set("card.css", await buildCardStyles());
  for (const [name, contentType] of Object.entries(ICONS)) {
    assets.set(
      name,
      await toAsset(new Uint8Array(await readFile(sourcePath(`./icons/${name}`))), contentType),
    );
  }
  return assets;
}

/** Builds those of the host assets that every page with widgets loads: React, the kit and the tokens. */
export async function buildSharedAssets(): Promise<HostAssets> {
  return new Map<string, HostAsset>([
    ...await Promise.all(
      (["react-runtime.mjs", "tck.mjs"] as const).map(async (name) =>
        [name, await toAsset(await bundleModule(name), JAVASCRIPT)] as const
      ),
    ),
    ["style.css", await buildStyles("style.css")],
  ]);
}

/** Builds those of the host assets that pages of one file contain: `sealPage`, and the view of a chat (`createChatPage`). */
export async function buildPageAssets(): Promise<HostAssets> {
  const scripts = [
    "sealed-page.js",
    "saved-file.js",
    "envelope-reader.js",
    "chat-cards.js",
    "chat-view.js",
  ] as const;
  const styles = ["style.css", "canvas.css", "sealed-page.css"] as const;
  return new Map<string, HostAsset>([
    ...await Promise.all(scripts.map(async (name) => [name, await buildScript(name)] as const)),
    ...await Promise.all(styles.map(async (name) => [name, await buildStyles(name)] as const)),
  ]);
}

const JAVASCRIPT = "application/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";

async function toAsset(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<HostAsset> {
  return { bytes, contentType, hash: await sha384Base64Url(bytes) };
}

/** A shared specifier that this module does not serve stays an import, which the page's import map resolves. */
async function bundleModule(name: typeof MODULES[number]): Promise<Uint8Array<ArrayBuffer>> {
  const external = SHARED_SPECIFIERS.filter(({ asset }) => asset !== name).map(({ specifier }) => specifier);
  if (name !== "react-runtime.mjs") {
    return await bundle({ entryPoints: [sourcePath(ENTRY_POINTS[name])] }, external);
  }
  return await bundle({ stdin: { contents: reactRuntimeSource(), resolveDir: sourcePath(".") } }, external);
}

/** Without imports that a page would have to resolve: an application may have loaded modules before an import map. */
async function bundleMountSealed(): Promise<Uint8Array<ArrayBuffer>> {
  const entryPoints = [sourcePath(ENTRY_POINTS["mount-sealed.mjs"])];
  return await bundle({ entryPoints, alias: SHARED_ENTRY_POINTS }, []);
}

async function bundleCarrier(
  name: typeof MAP_CARRIERS[number],
  map: object,
): Promise<Uint8Array<ArrayBuffer>> {
  const define = { __TCK_IMPORT_MAP__: JSON.stringify(map) };
  return await bundle({ entryPoints: [sourcePath(ENTRY_POINTS[name])], define }, []);
}

/** V8 gives a widget the functions of code that is not strict, in an error that they throw (`CallSite.getFunction`). */
const STRICT = '"use strict";';

async function buildScript(name: keyof typeof SCRIPTS): Promise<HostAsset> {
  const entryPoints = [sourcePath(SCRIPTS[name])];
  const banner = { js: STRICT };
  return await toAsset(
    await bundle({ entryPoints, format: "iife", banner, alias: SHARED_ENTRY_POINTS }, []),
    JAVASCRIPT,
  );
}

/** Builds the stylesheets of a document of painted cards, and nothing else. */
export async function buildPaintAssets(): Promise<HostAssets> {
  return new Map([
    ["style.css", await buildStyles("style.css")],
    ["canvas.css", await buildStyles("canvas.css")],
    ["card.css", await buildCardStyles()],
  ]);
}

async function buildStyles(name: keyof typeof STYLES): Promise<HostAsset> {
  const bytes = await bundle({ entryPoints: [sourcePath(STYLES[name])] }, []);
  return await toAsset(name === "style.css" ? followSystem(bytes) : bytes, CSS);
}

/** Adds the tokens of the dark theme for a document without scripts, whose reader has chosen no theme. */
function followSystem(styles: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(styles);
  const [, dark] = /\[data-theme=dark\]\{([^}]*)\}/.exec(text) ?? [];
  if (dark === undefined) throw new Error("Cannot build style.css: it has no dark theme");
  const system =
    `@media (scripting:none) and (prefers-color-scheme:dark){:root[data-system-theme]{${dark}}}\n`;
  return new TextEncoder().encode(text + system);
}

/** What the mount adopts in the shadow root of each card, for a document without scripts. */
async function buildCardStyles(): Promise<HostAsset> {
  const contents = RESET_STYLES + BLOCK_STYLES;
  return await toAsset(
    await bundle({ stdin: { contents, loader: "css", resolveDir: sourcePath(".") } }, []),
    CSS,
  );
}

function keysOf<Name extends string>(values: { readonly [name in Name]: string }): Name[] {
  return Object.keys(values) as Name[];
}

async function bundle(options: esbuild.BuildOptions, external: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const result = await esbuild.build({
    format: "esm",
    ...options,
    absWorkingDir: sourcePath("../.."),
    bundle: true,
    write: false,
    outdir: "out",
    platform: "browser",
    target: "es2022",
    minify: true,
    charset: "utf8",
    jsx: "automatic",
    legalComments: "inline",
    tsconfigRaw: {},
    define: { "process.env.NODE_ENV": '"production"', ...options.define },
    plugins: [sharedImports(external), pureModules, minifyStyles],
    logLevel: "silent",
  });
  const { path, text, contents } = result.outputFiles[0]!;
  if (path.endsWith(".css")) return Uint8Array.from(contents);
  return await minifyModule(text, { isModule: options.format !== "iife" });
}

const REACT_NAMESPACE = "tck-react";

/**
 * Keeps the imports of shared specifiers. esbuild's own `external` includes every subpath of a package, such as
 * `react-dom/client` with `react-dom`. What modules import of React is imported once for all of them.
 */
function sharedImports(specifiers: readonly string[]): esbuild.Plugin {
  return {
    name: "tck-shared-imports",
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, ({ path, kind, namespace }) => {
        if (kind === "entry-point") return null;
        if (path.startsWith(HOST_ASSET_PREFIX)) return { path, external: true };
        if (!specifiers.includes(path)) return null;
        return isOfReact(path) && namespace !== REACT_NAMESPACE
          ? { path, namespace: REACT_NAMESPACE, sideEffects: false }
          : { path, external: true };
      });
      build.onLoad({ filter: /./, namespace: REACT_NAMESPACE }, ({ path }) => ({
        contents: `export { ${exportedNames(path).join(", ")} } from "${path}";`,
      }));
    },
  };
}

const PURE_FOLDERS = [sourcePath("../../core/"), sourcePath("../tck-host-mount/")];

/** Modules of these folders have no side effects: what a page does not use of them, such as a schema, is left out. */
const pureModules: esbuild.Plugin = {
  name: "tck-pure-modules",
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      return PURE_FOLDERS.some((folder) => file.startsWith(folder))
        ? { path: file, sideEffects: false }
        : null;
    });
  },
};

function sourcePath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
