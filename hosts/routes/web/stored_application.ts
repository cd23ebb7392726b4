import type { Context } from "hono";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX, type StoredApplication } from "../../../core/contract/mod.ts";
import { INLINE_ASSETS } from "../../../web/assets/import_map/mod.ts";
import { createPageImportMap } from "./asset_loader.ts";
import { CANVAS_FRAME_PATH, type CanvasFrameDependencies } from "./canvas_frame.ts";
import { renderOfflinePages } from "./offline_page.ts";
import { FEED_PREFIX, PRINT_FEED } from "./feed_actions.ts";
import { listInlineScripts } from "./page.ts";
import { ownUrls, pageHeaders, SERVICE_WORKER_PATH } from "./page_policy.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";

export interface StoredApplicationDependencies extends CanvasFrameDependencies {
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/** Describes the application to its service worker. */
export async function describeApplication(
  deps: StoredApplicationDependencies,
  context: Context,
): Promise<StoredApplication> {
  const [framed, other] = await Promise.all(
    [true, false].map((framed) => storedHeaders(deps, context, framed)),
  );
  const content = {
    pageHeaders: { framed: framed!, other: other! },
    listHeaders: { ...ISOLATION_HEADERS, "Content-Type": "application/json" },
    offlinePages: await renderOfflinePages(),
    assets: Object.fromEntries(
      [...deps.assets].filter(([name]) => !INLINE_ASSETS.includes(name)).map((
        [name, { hash, contentType }],
      ) => [HOST_ASSET_PREFIX + name, { hash, contentType }]),
    ),
  };
  const version = await sha384Base64Url(new TextEncoder().encode(JSON.stringify(content)));
  return { version: version.slice(0, 32), ...content };
}

/**
 * The headers of every page with or without a canvas. Scripts are host assets only: a page that another script has stored
 * could otherwise load a widget's module, which the browser may have kept, and run it with the page's rights.
 */
async function storedHeaders(
  deps: StoredApplicationDependencies,
  { req }: Context,
  framed: boolean,
): Promise<Record<string, string>> {
  const ownUrl = (path: string) => ownUrls(deps.appUrl, req.url, path);
  return await pageHeaders({
    inlineScripts: listInlineScripts(createPageImportMap(deps.assets, [], false), true, PRINT_FEED),
    scripts: ownUrl(HOST_ASSET_PREFIX),
    framed,
    embedOrigins: deps.embedOrigins,
    frameUrl: [CANVAS_FRAME_PATH, ...framed ? [] : [FEED_PREFIX]].map(ownUrl).join(" "),
    runsWidgets: false,
    workerUrl: ownUrl(SERVICE_WORKER_PATH),
  });
}
