import { Hono } from "hono";
import { html, raw } from "hono/html";
import { HOST_ASSET_PREFIX, SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { createFrameImportMap, type HostAssets, type ScopedImportMap } from "./asset_loader.ts";
import { escapeJson, type Markup } from "./page.ts";
import { allowByHash } from "./page_policy.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

/** The document of the sealed frame. */
export const CANVAS_FRAME_PATH = `${HOST_ASSET_PREFIX}canvas.html`;

/**
 * Creates the document of the frame in which a sealed canvas runs its widgets. It is the same for every user. Its policy
 * gives it an opaque origin, also when it is opened outside a frame, and no network but the host assets.
 */
export function createCanvasFrame(assets: HostAssets): Hono {
  const routes = new Hono();
  const importMap = createFrameImportMap(assets);
  const headers = frameHeaders(escapeJson(importMap));
  routes.get(CANVAS_FRAME_PATH, async (context) => {
    return context.html(renderDocument(importMap), 200, await headers);
  });
  return routes;
}

async function frameHeaders(importMap: string): Promise<Record<string, string>> {
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    // The page sends the bytes of a widget, which the frame verifies and imports as a blob.
    `script-src 'self' blob: ${await allowByHash([importMap])}`,
    // The mount adds an empty style element, and then the `@property` rules through the object model.
    `style-src 'self' ${await allowByHash([""])}`,
    "img-src data: blob:",
    "font-src data:",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    ...ISOLATION_HEADERS,
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": DENIED_FEATURES,
  };
}

/** The browser's features that a widget has no use for. A frame of another origin has most of them denied anyway. */
const DENIED_FEATURES = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
].map((name) => `${name}=()`).join(", ");

function renderDocument(importMap: ScopedImportMap): Markup {
  const { integrity } = importMap;
  const preloads = Object.keys(integrity).filter((url) => FRAME_MODULES.has(url));
  return html`
    <!doctype html>
    <html lang="en" data-theme="light">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Cards</title>
    <script type="importmap">${raw(escapeJson(importMap))}</script>
    ${preloads.map((url) =>
      html`<link rel="modulepreload" crossorigin href="${url}" integrity="${integrity[url]!}">`
    )}
    <script type="module" async crossorigin src="${HOST_ASSET_PREFIX}boot-frame.mjs"></script>
    <link rel="stylesheet" crossorigin href="${HOST_ASSET_PREFIX}style.css" data-tck-host-style>
    <link rel="stylesheet" crossorigin href="${HOST_ASSET_PREFIX}canvas.css">
      </head>
      <body class="canvas-frame-body">
        <div id="canvas-feed-root"></div>
      </body>
    </html>
  `;
}

/** What `boot-frame.mjs` imports. */
const FRAME_MODULES = new Set(SHARED_SPECIFIERS.map(({ asset }) => `${HOST_ASSET_PREFIX}${asset}`));
