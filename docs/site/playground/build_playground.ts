import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { exportedNames, type HostAssets, readAssetText } from "../../../web/assets/mod.ts";
import { bundleIsolate, joinCharts } from "../../../web/bundler/mod.ts";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { readTemplate } from "../../../web/scaffold/mod.ts";
import { buildFirstCard } from "./build_first_card.ts";
import { CAPTIONS } from "./captions.ts";
import { readDeclarations } from "./types/declarations.ts";
import { type PageLink, writePage } from "./write_page.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** The files of the playground by their paths, and those that a page refers to. */
export interface Playground {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The path of the bundler's module, relative to the page. */
  readonly bundler: string;
}

/**
 * Makes the playground from this repository's sources: static files, which a server may have below any path. All but
 * `index.html` are named by their contents.
 *
 * @param assets the files of the canvas
 * @param links where the page leads to: pages of the site that it is a part of, with their titles; none alone
 */
export async function buildPlayground(
  assets: HostAssets,
  links: readonly PageLink[] = [],
): Promise<Playground> {
  const files = new Map<string, Uint8Array>();
  const add = (name: string, extension: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH);
    const path = `${name}-${hash}.${extension}`;
    files.set(path, bytes);
    return path;
  };
  const specifiers = SHARED_SPECIFIERS.filter(({ asset }) => asset === "react-runtime.mjs");
  const names = specifiers.map(({ specifier }) => [specifier, exportedNames(specifier)]);
  const react = { exportedNames: Object.fromEntries(names) };
  const compiler = await bundle("compiler/compiler_worker.ts", "esm", {
    ...react,
    chartsModule: await joinCharts(),
  });
  const channel = await bundle("isolate/worker_channel.ts", "iife");
  const addresses = {
    compiler: add("compiler", "js", compiler),
    isolate: add("isolate", "js", `"use strict";${channel}\n(() => {${await bundleIsolate()}\n})();`),
    isolateFrame: add("isolate-frame", "html", await writeIsolateFrame()),
    cards: add("cards", "html", await writeCardsFrame(assets)),
    esbuild: add("esbuild", "wasm", await readPackageFile("esbuild-wasm/esbuild.wasm")),
    lightningcss: add(
      "lightningcss",
      "wasm",
      await readPackageFile("lightningcss-wasm/lightningcss_node.wasm"),
    ),
    types: add("types", "js", await bundle("types/types_worker.ts", "esm")),
    declarations: add("declarations", "json", JSON.stringify(Object.fromEntries(await readDeclarations()))),
  };
  const values = { ...react, addresses, chartsModule: "" };
  const bundler = add("bundler", "js", await bundle("open_bundler.ts", "esm", values));
  const first = await buildFirstCard(assets);
  const template = (await readTemplate()).map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]);
  const editor = add("editor", "js", await bundle("page/editor.ts", "esm"));
  const page = await bundle("page/main.ts", "esm", {
    addresses,
    firstCard: first.card,
    projectTemplate: Object.fromEntries(template),
  }, { "../open_bundler.ts": `./${bundler}`, "./editor.ts": `./${editor}` });
  const css = await readFile(join(FOLDER, "page/playground.css"), "utf8");
  const html = writePage({
    links,
    script: add("playground", "js", page),
    editor,
    styles: add("playground", "css", css),
    painted: { path: add("first-card", "html", first.painted), height: first.height },
  });
  files.set("index.html", new TextEncoder().encode(html));
  return { files, bundler };
}

const HASH_LENGTH = 20;

const require = createRequire(import.meta.url);

async function readPackageFile(specifier: string): Promise<Uint8Array> {
  return await readFile(require.resolve(specifier));
}

/**
 * Bundles a program of the playground.
 *
 * @param values what it imports from `virtual:tck/built`
 * @param separate the files that it imports and that are modules of their own, with their paths
 */
async function bundle(
  entry: string,
  format: "esm" | "iife",
  values: { readonly [name: string]: unknown } = {},
  separate: { readonly [specifier: string]: string } = {},
): Promise<string> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: FOLDER,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    format,
    platform: "browser",
    target: "es2024",
    charset: "utf8",
    legalComments: "inline",
    jsx: "automatic",
    tsconfigRaw: {},
    define: { "process.env.NODE_ENV": '"production"' },
    alias: {
      "@tck/kit": fileURLToPath(new URL("../../../web/tck/mod.ts", import.meta.url)),
      "esbuild": require.resolve("esbuild-wasm/esm/browser.js"),
      "esbuild-wasm": require.resolve("esbuild-wasm/esm/browser.js"),
      "lightningcss": "lightningcss-wasm",
      "node:path": "path-browserify",
    },
    plugins: [linkBrowserHost, linkTypeScript, provideValues(values), keepSeparate(separate)],
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** Links the bundler with what a page has in place of a machine. */
const linkBrowserHost: esbuild.Plugin = {
  name: "tck-browser-host",
  setup(build) {
    const host = fileURLToPath(new URL("./compiler/browser_host.ts", import.meta.url));
    build.onResolve({ filter: /\/host\/mod\.ts$/ }, () => ({ path: host }));
  },
};

/** Links TypeScript alone, without the file system that its package adds. */
const linkTypeScript: esbuild.Plugin = {
  name: "tck-typescript",
  setup(build) {
    const path = require.resolve("@ts-morph/common/dist/typescript.js");
    build.onResolve({ filter: /^@ts-morph\/common$/ }, ({ path }) => ({ path, namespace: "tck-typescript" }));
    build.onLoad({ filter: /./, namespace: "tck-typescript" }, () => ({
      contents: `import ts from ${JSON.stringify(path)}; export { ts };`,
      resolveDir: FOLDER,
    }));
  },
};

/** What is only known when the playground is made. */
function provideValues(values: { readonly [name: string]: unknown }): esbuild.Plugin {
  return {
    name: "tck-built",
    setup(build) {
      build.onResolve({ filter: /^virtual:tck\/built$/ }, ({ path }) => ({ path, namespace: "tck-built" }));
      build.onLoad({ filter: /./, namespace: "tck-built" }, () => ({
        contents: Object.entries(values).map(([name, value]) =>
          `export const ${name} = ${JSON.stringify(value)};`
        ).join("\n"),
      }));
    },
  };
}

function keepSeparate(paths: { readonly [specifier: string]: string }): esbuild.Plugin {
  return {
    name: "tck-separate",
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path }) => {
        return Object.hasOwn(paths, path) ? { path: paths[path]!, external: true } : null;
      });
    },
  };
}

/** The document of the sealed frame: no network, and no script but its own, and those of its workers. */
async function writeIsolateFrame(): Promise<string> {
  const script = await bundle("isolate/isolate_frame.ts", "iife");
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}' blob: data:; worker-src blob:`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Isolate</title>
<script>${script}</script>
</html>
`;
}

/**
 * The document of a card's frame: that of the cards in a chat, which is given bundles and has no network. Where another site
 * has it in a frame that is not sealed, it takes none.
 */
async function writeCardsFrame(assets: HostAssets): Promise<string> {
  const scripts = [`if (globalThis.origin === "null") {${readAssetText(assets, "chat-cards.js")}\n}`];
  const { html } = await sealPage([], { assets, title: "Cards", acceptsCards: true, scripts });
  return html.replace("</head>", `<style>${CAPTIONS}</style>\n</head>`);
}
