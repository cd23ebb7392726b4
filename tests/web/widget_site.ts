import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import { type Batch, decodeCursor } from "../../core/feed/mod.ts";
import type { JsonObject } from "../../core/manifest/mod.ts";
import { parseBatchId } from "../../core/naming/mod.ts";
import { createImportMap, type HostAssets } from "../../web/assets/mod.ts";
import { openChromium } from "../browser/chromium.ts";
import { openHostAssets } from "./host_assets.ts";

/** The files of a widget, as its bundle holds them. */
export interface WidgetFiles {
  /** `widget.mjs`. */
  module: string;
  /** `widget.css`. */
  css?: string;
  /** `widget.properties.css`. */
  propertiesCss?: string;
}

/**
 * A site on a loopback socket: the host assets as built for production, widgets under the hash of their module, and
 * pages with a content security policy that allows inline scripts by hash, as the web app's does.
 */
export class WidgetSite {
  /** The requested paths and queries, in order. */
  readonly requests: string[] = [];
  /** Statuses to answer with before the file is served, by path. */
  readonly failures = new Map<string, number[]>();
  /** Promises to await before a path is answered. */
  readonly gates = new Map<string, Promise<void>>();
  /** The batches that the web app's routes return, newest first. */
  readonly batches: Batch[] = [];
  readonly #assets: HostAssets;
  readonly #files = new Map<string, { body: BodyInit; type: string }>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(assets: HostAssets) {
    this.#assets = assets;
    for (const [name, { bytes, contentType }] of assets) {
      this.#files.set(`${HOST_ASSET_PREFIX}${name}`, { body: bytes, type: contentType });
    }
    this.#files.set(`${HOST_ASSET_PREFIX}probe.mjs`, { body: PROBE_MODULE, type: JAVASCRIPT });
    const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
    this.#server = Deno.serve(options, async (request) => {
      const url = new URL(request.url);
      this.requests.push(url.pathname + url.search);
      await this.gates.get(url.pathname);
      return this.#answer(url);
    });
  }

  /**
   * Starts serving the host assets.
   *
   * @param build builds the host assets, by default those of the run
   */
  static async open(build: () => Promise<HostAssets> = openHostAssets): Promise<WidgetSite> {
    return new WidgetSite(await build());
  }

  /** `http://127.0.0.1:…` */
  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Serves a widget's files. Returns the hash of its module. */
  async addWidget({ module, css, propertiesCss }: WidgetFiles): Promise<string> {
    const hash = await sha384Base64Url(new TextEncoder().encode(module));
    const serve = (name: string, body: string | undefined, type: string) => {
      if (body !== undefined) this.#files.set(`${WIDGET_PREFIX}${hash}/${name}`, { body, type });
    };
    serve("widget.mjs", module, JAVASCRIPT);
    serve("widget.css", css, "text/css");
    serve("widget.properties.css", propertiesCss, "text/css");
    return hash;
  }

  /** Adds a batch of widgets, and serves their files. Returns its id. */
  async addBatch(batchId: string, widgets: (WidgetFiles & { manifest: JsonObject })[]): Promise<string> {
    this.batches.unshift({
      batchId,
      ...parseBatchId(batchId)!,
      committedAt: "2026-03-04T05:00:00Z",
      widgets: await Promise.all(widgets.map(async (widget, index) => ({
        id: `${batchId}-${index + 1}`,
        manifest: widget.manifest,
        bundle: { hash: await this.addWidget(widget), size: 1 },
      }))),
    });
    return batchId;
  }

  /** Serves another module under a hash. */
  changeModule(hash: string, module: string): void {
    this.#files.set(`${WIDGET_PREFIX}${hash}/widget.mjs`, { body: module, type: JAVASCRIPT });
  }

  /** The number of requests for a path. */
  countRequests(path: string): number {
    return this.requests.filter((request) => request === path).length;
  }

  /** Stops serving. */
  async close(): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(url: URL): Response {
    const { pathname } = url;
    const failure = this.failures.get(pathname)?.shift();
    if (failure !== undefined) return new Response("", { status: failure });
    const file = this.#files.get(pathname);
    if (file !== undefined) return new Response(file.body, { headers: fileHeaders(pathname, file.type) });
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    return this.#answerBatches(url) ?? this.#answerPage(url) ?? new Response("", { status: 404 });
  }

  #answerBatches({ pathname, searchParams }: URL): Response | null {
    if (pathname !== "/api/daily-pages/v2/batches") return null;
    const { localDate = "9999-12-31" } = decodeCursor(searchParams.get("cursor") ?? "", "older") ?? {};
    const batches = this.batches.filter((batch) => batch.localDate <= localDate)
      .toSorted((left, right) => left.localDate < right.localDate ? 1 : -1)
      .slice(0, Number(searchParams.get("limit")));
    return Response.json({ batches, nextCursor: null });
  }

  #answerPage({ pathname, search, searchParams }: URL): Response | null {
    const map = JSON.stringify(this.#importMap());
    const script = (name: string, attributes = "") =>
      `<script type="module" async ${attributes} src="${HOST_ASSET_PREFIX}${name}"></script>`;
    const canvas = (name: string, body = "") => page({ lang, inlineScript: map, head: script(name), body });
    const root = (attributes: string) => `<div id="canvas-feed-root" ${attributes}></div>`;
    const batchId = `data-batch-id="${pathname.split("/")[2]}"`;
    const lang = searchParams.get("lang") ?? "en";
    if (pathname === "/probe") return canvas("probe.mjs");
    if (pathname === "/embed") return canvas("boot.mjs", root(""));
    if (pathname.startsWith("/feed/")) return canvas("bootstrap-feed.mjs", root(batchId));
    if (pathname.startsWith("/late/")) {
      const head = script("bootstrap-feed.mjs", `nonce="${NONCE}"`);
      return page({ lang, nonce: NONCE, head, body: root(batchId) });
    }
    if (pathname === "/frame") return page({ lang, body: `<iframe src="${search.slice(1)}"></iframe>` });
    return pathname === "/login" ? page({ lang, body: "<h1>Login</h1>" }) : null;
  }

  #importMap(): object {
    const hashes = this.batches.flatMap(({ widgets }) => widgets.map(({ bundle }) => bundle.hash));
    return createImportMap([...this.#assets].map(([name, { hash }]) => [name, hash] as const), hashes);
  }
}

/** Runs a test on a site and a page of a real Chromium. */
export async function withPage(run: (page: Page, site: WidgetSite) => Promise<void>): Promise<void> {
  await withBrowser(async (browser, site) => run(await browser.newPage(), site));
}

/** Runs a test on a site and a real Chromium. */
export async function withBrowser(run: (browser: Browser, site: WidgetSite) => Promise<void>): Promise<void> {
  const site = await WidgetSite.open();
  try {
    const browser = await openChromium();
    try {
      await run(browser, site);
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
  }
}

const NONCE = "dGVzdA";
const JAVASCRIPT = "application/javascript";

/** The modules of a page, as imported by its host. */
export interface Probe {
  readonly React: typeof import("react");
  readonly createRoot: typeof import("react-dom/client").createRoot;
  readonly kit: typeof import("@tck/kit");
  readonly host: typeof import("@tck/kit/host");
  readonly mount: typeof import("@tck/kit/host-mount");
}

declare global {
  /** The modules of the page under test. */
  var probe: Probe;
  /** The control of the page under test. */
  var control: ReturnType<Probe["mount"]["mountHost"]>;
}

/** Exposes a page's modules to the test. It is served under the host's prefix, so that the import map applies. */
const PROBE_MODULE = `
  import * as React from "react";
  import { createRoot } from "react-dom/client";
  import * as kit from "@tck/kit";
  import * as host from "@tck/kit/host";
  import * as mount from "@tck/kit/host-mount";
  globalThis.probe = { React, createRoot, kit, host, mount };
`;

function fileHeaders(path: string, type: string): HeadersInit {
  const isModule = path.startsWith(WIDGET_PREFIX) && path.endsWith(".mjs");
  return {
    "content-type": type,
    "cache-control": isModule ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

function allowByHash(text: string): string {
  return `'sha384-${createHash("sha384").update(text).digest("base64")}'`;
}

interface TestPage {
  lang: string;
  /** The import map. */
  inlineScript?: string;
  /** The nonce of a page of another framework, which has no import map. */
  nonce?: string;
  head?: string;
  body?: string;
}

function page({ lang, inlineScript, nonce, head = "", body = "" }: TestPage): Response {
  const map = inlineScript === undefined ? "" : `<script type="importmap">${inlineScript}</script>`;
  const allowed = nonce === undefined ? allowByHash(inlineScript ?? "") : `'nonce-${nonce}'`;
  const html =
    `<!doctype html><html lang="${lang}" data-theme="light"><head><title>Test</title>${map}${head}` +
    `<link rel="stylesheet" href="${HOST_ASSET_PREFIX}style.css" data-tck-host-style>` +
    `<link rel="stylesheet" href="${HOST_ASSET_PREFIX}page.css">` +
    `</head><body>${body}</body></html>`;
  const policy = [
    "default-src 'self'",
    "frame-src *",
    `script-src 'self' ${allowed}`,
    `style-src 'self' ${nonce === undefined ? allowByHash("") : allowed}`,
    // A widget's own images and fonts, as in the web app's policy.
    "img-src 'self' data:",
    "font-src 'self' data:",
  ].join("; ");
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}
