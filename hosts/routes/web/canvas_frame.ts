import { Hono } from "hono";
import { html, raw } from "hono/html";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { writeCardPolicy } from "../../../web/canvas/sealed_page/mod.ts";
import type { HostAssets } from "./asset_loader.ts";
import { WAITING_PLACES } from "./canvas_start.ts";
import type { Markup } from "./page.ts";
import { allowByHash } from "./page_policy.ts";
import { DENIED_FEATURES, ISOLATION_HEADERS } from "../http/response_headers.ts";

/** The document of the sealed frame. */
export const CANVAS_FRAME_PATH = `${HOST_ASSET_PREFIX}canvas.html`;

/** The document around the frame in a page of an application (`web/canvas/page/frame_guard.ts`). */
const GUARD_PATH = `${HOST_ASSET_PREFIX}guard.html`;

export interface CanvasFrameDependencies {
  assets: HostAssets;
  /** Other origins whose pages may embed the page with the frame. */
  embedOrigins: readonly string[];
}

/**
 * The URL of the frame's document on a page. It names the version of the document, so that the browser keeps it, and opens
 * it when there is no network: a service worker does not answer for a frame of an opaque origin.
 */
export async function canvasFrameUrl(deps: CanvasFrameDependencies): Promise<string> {
  return `${CANVAS_FRAME_PATH}?v=${await versionOf(deps)}`;
}

/** A hash of the document and its headers, both of which the browser keeps. */
async function versionOf({ assets, embedOrigins }: CanvasFrameDependencies): Promise<string> {
  const document = String(await renderDocument(assets.get("frame-loader.js")?.hash ?? "", ""));
  const content = JSON.stringify([document, await frameHeaders("", embedOrigins)]);
  return (await sha384Base64Url(new TextEncoder().encode(content))).slice(0, 32);
}

/**
 * Creates the document of the frame in which a sealed canvas runs its widgets. It is the same for every user. Its policy
 * gives it an opaque origin, also when it is opened outside a frame, and no network at all: its page sends it the host
 * assets and the widgets.
 */
export function createCanvasFrame(deps: CanvasFrameDependencies): Hono {
  const { assets, embedOrigins } = deps;
  const routes = new Hono();
  const loader = new TextDecoder().decode(assets.get("frame-loader.js")?.bytes);
  routes.get(CANVAS_FRAME_PATH, async (context) => {
    const nonce = crypto.randomUUID();
    const isVersioned = context.req.query("v") === await versionOf(deps);
    return context.html(renderDocument(loader, nonce), 200, {
      ...await frameHeaders(nonce, embedOrigins),
      "Cache-Control": isVersioned ? KEPT : "no-store",
    });
  });
  return routes;
}

/**
 * Creates the document that lets a frame in it load nothing of another origin: it could be navigated otherwise. The page that
 * shows it names the one document besides, of whose origin, behind a proxy, this server knows nothing.
 */
export function createCanvasGuard({ embedOrigins }: Pick<CanvasFrameDependencies, "embedOrigins">): Hono {
  const routes = new Hono();
  routes.get(GUARD_PATH, (context) => {
    const policy = [
      "default-src 'none'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      ["frame-ancestors 'self'", ...embedOrigins].join(" "),
    ];
    return context.html(GUARD, 200, {
      ...ISOLATION_HEADERS,
      "Content-Security-Policy": policy.join("; "),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Permissions-Policy": DENIED_FEATURES,
    });
  });
  return routes;
}

/** The name tells the page that it is this document, and no error. */
const GUARD =
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="tck-guard"><title>Cards</title>`;

/** Ten days, as the service worker keeps what the frame shows. */
const KEPT = "public, max-age=864000, immutable";

async function frameHeaders(
  nonce: string,
  embedOrigins: readonly string[],
): Promise<Record<string, string>> {
  const policy = writeCardPolicy([
    // The loader and its import map, whose text depends on the URLs of blobs. The loader removes both elements, so that
    // no widget can read the nonce.
    `script-src blob: data: 'nonce-${nonce}'`,
    // The mount adds an empty style element, and then the `@property` rules through the object model.
    `style-src ${await allowByHash([""])}`,
    "worker-src 'none'",
  ]);
  // All pages around it count, the one that embeds its page too.
  const ancestors = ["frame-ancestors 'self'", ...embedOrigins].join(" ");
  return {
    ...ISOLATION_HEADERS,
    "Content-Security-Policy": `sandbox allow-scripts allow-forms; ${policy}; ${ancestors}`,
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": DENIED_FEATURES,
  };
}

/** The frame's code has no line that could end its script element: esbuild escapes it. */
function renderDocument(loader: string, nonce: string): Markup {
  return html`
    <!doctype html>
    <html lang="en" data-theme="light">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Cards</title>
      </head>
      <body class="canvas-frame-body">
        <div id="canvas-feed-root">${WAITING_PLACES}</div>
        <script nonce="${nonce}">${raw(loader)}</script>
      </body>
    </html>
  `;
}
