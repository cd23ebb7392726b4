import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { createImportMap, type HostAssets } from "../../../web/assets/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { SealedSite } from "./sealed_site.ts";

/** A widget of the page: it states which React it has, and uses it. */
const WIDGET = `
  import * as React from "react";
  export default function Counter() {
    const [count, setCount] = React.useState(0);
    globalThis.widgetReact = React;
    return React.createElement("button", { onClick: () => setCount(count + 1) }, "widget " + count);
  }`;

/** The application's own code. It imports its React by the same name as widgets do. */
const APPLICATION = `
  import * as React from "react";
  import { createRoot } from "react-dom/client";
  const Theme = React.createContext("the default");
  function Application() {
    const [count, setCount] = React.useState(0);
    const theme = React.useContext(Theme);
    return React.createElement("button", { onClick: () => setCount(count + 1) }, "application " + count + ", " + theme);
  }
  createRoot(document.getElementById("application")).render(
    React.createElement(Theme.Provider, { value: "its theme" }, React.createElement(Application)));
  globalThis.ownModules = { React, importAgain: () => import("react") };`;

const OWN_IMPORTS = { "react": "/application/react.mjs", "react-dom/client": "/application/react.mjs" };

const GUIDE = await readFile(new URL("../../../docs/embedding.md", import.meta.url), "utf8");

/** A page as the guide has it, with its content security policy. */
interface DocumentedPage {
  readonly html: string;
  readonly policy: string;
}

/** An application with its own copy of React, on whose pages the open canvas is hosted. */
export class ApplicationSite {
  private constructor(
    readonly site: SealedSite,
    readonly server: Deno.HttpServer<Deno.NetAddr>,
  ) {}

  /** Serves the application in front of the web app, with one batch. */
  static async open(): Promise<ApplicationSite> {
    const assets = await openHostAssets();
    const files = new Map([
      ["/application/react.mjs", await bundleReact()],
      ["/application/main.mjs", APPLICATION],
    ]);
    const site = await SealedSite.open("open", { assets });
    const { url, bundles: [widget] } = await site.addBatch([{ module: WIDGET }]);
    const batchId = url.split("/").at(-1)!;
    const pages = new Map([
      ["/application/html", renderPage(batchId, createMap(assets, [widget!.hash]))],
      ["/application/late", renderPage(batchId, { imports: OWN_IMPORTS })],
    ]);
    const documented = renderDocumented();
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
      const { pathname, search } = new URL(request.url);
      const page = pages.get(pathname);
      if (page !== undefined) return new Response(page, { headers: { "content-type": "text/html" } });
      if (pathname === "/application/documented") {
        const headers = { "content-type": "text/html", "content-security-policy": documented.policy };
        return new Response(documented.html, { headers });
      }
      const file = files.get(pathname);
      if (file !== undefined) return new Response(file, { headers: { "content-type": "text/javascript" } });
      return fetch(new Request(site.origin + pathname + search, request));
    });
    return new ApplicationSite(site, server);
  }

  /** The address of a page: with the import map in its HTML, with the application's own map only, or that of the guide. */
  pageUrl(page: "html" | "late" | "documented"): string {
    return `http://127.0.0.1:${this.server.addr.port}/application/${page}`;
  }

  /** Stops serving. */
  async close(): Promise<void> {
    await this.server.shutdown();
    await this.site.close();
  }
}

/** Runs in the page: whether the application and the widget have a React each, and the application keeps its own. */
export async function compareReacts(): Promise<{ apart: boolean; kept: boolean }> {
  const { ownModules, widgetReact } = globalThis as unknown as {
    ownModules?: { React: { useState: unknown }; importAgain: () => Promise<{ useState: unknown }> };
    widgetReact: { useState: unknown };
  };
  if (ownModules === undefined) return { apart: true, kept: true };
  const again = await ownModules.importAgain();
  return {
    apart: widgetReact.useState !== ownModules.React.useState,
    kept: again.useState === ownModules.React.useState,
  };
}

/** One map for both, as a page that can write it into its HTML has it. */
function createMap(assets: HostAssets, bundleHashes: readonly string[]): object {
  const hashes = [...assets].map(([name, { hash }]) => [name, hash] as const);
  return { imports: OWN_IMPORTS, ...createImportMap(hashes, bundleHashes) };
}

function renderPage(batchId: string, importMap: object): string {
  return `<!doctype html><html lang="en" data-theme="light"><head><title>Application</title>
    <script type="importmap">${JSON.stringify(importMap)}</script>
    <link rel="stylesheet" href="/__tck/v1/style.css" data-tck-host-style>
    <link rel="stylesheet" href="/__tck/v1/canvas.css">
    </head><body><div id="application"></div><div id="canvas-feed-root" data-batch-id="${batchId}"></div>
    <script type="module" src="/application/main.mjs"></script>
    <script type="module" async src="/__tck/v1/bootstrap-feed.mjs"></script></body></html>`;
}

/**
 * The guide's page with an open canvas of the newest batch, after two import maps of the application that the browser does
 * not take.
 */
function renderDocumented(): DocumentedPage {
  const [skeleton] = /(?<=```html\n)<link[^]*?(?=```)/.exec(GUIDE)!;
  const [root, meta] = [/data-batch-id="[^"]*"/, /<meta name="tck-canvas"[^>]*>/];
  const canvas = skeleton.replace(root, "").replace(meta, "");
  const html = `<!doctype html><html lang="en" data-theme="light"><head><title>Application</title>
    <script type="importmap"></script><script type="importmap" nonce="NONCE">{,}</script></head><body>${canvas}`;
  return { html: html.replaceAll("NONCE", "bm9uY2U"), policy: readDocumentedPolicy() };
}

/** The policy that the guide asks of a page, with the nonce `bm9uY2U`. */
export function readDocumentedPolicy(): string {
  const [policy] = /(?<=```text\n)script-src.*/.exec(GUIDE)!;
  return policy.replace("NONCE", "bm9uY2U");
}

/** The import map that the guide has a page write into its HTML. */
export function readDocumentedMap(): object {
  const [, map] = /<script type="importmap"[^>]*>([^]*?)<\/script>/.exec(GUIDE)!;
  return JSON.parse(map!);
}

/** The application's copy of React, with the names that it uses. */
async function bundleReact(): Promise<string> {
  const contents = `
    export { createContext, createElement, useContext, useState, version } from "react";
    export { createRoot } from "react-dom/client";`;
  try {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: fileURLToPath(new URL("../../../web", import.meta.url)) },
      bundle: true,
      write: false,
      format: "esm",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return outputFiles[0]!.text;
  } finally {
    await esbuild.stop();
  }
}
