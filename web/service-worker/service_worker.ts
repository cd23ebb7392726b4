/**
 * The entry of `service-worker.js`, the service worker of pages with a sealed canvas: it keeps verified bundles by their
 * hash, and the last pages and lists of the signed-in user for when the network is gone.
 */
import { BUNDLES_PATH, HOST_ASSET_PREFIX } from "../../core/contract/mod.ts";
import { isBundleHash } from "../../core/naming/mod.ts";
import { BundleRequests } from "./bundle_requests.ts";
import { deleteCaches, deleteFormerCaches } from "./cache_names.ts";
import { PageCache } from "./page_cache.ts";
import { StoreGate } from "./store_gate.ts";
import { type FetchEvent, scope } from "./worker_scope.ts";

const LIST_PATH = "/api/daily-pages/v2/batches";

const gate = new StoreGate();
const pages = new PageCache(gate);
const bundles = new BundleRequests(gate);

scope.addEventListener("install", (event) => event.waitUntil(install()));

scope.addEventListener("activate", (event) => {
  event.waitUntil(deleteFormerCaches().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  // Fixtures belong to no user.
  if (origin !== location.origin || searchParams.has("mock")) return;
  if (method === "GET" && isKept(event, pathname)) respondAndKeep(event);
  else if (method !== "POST") return;
  else if (pathname === BUNDLES_PATH) event.respondWith(bundles.answer(event.request));
  else if (pathname === "/logout") event.respondWith(gate.signOut(() => fetch(event.request)));
});

/** Without a worker before this one, what is stored may be of any script of the origin, such as a widget's in an open canvas. */
async function install(): Promise<void> {
  if (scope.registration.active === null) await deleteCaches();
  await scope.skipWaiting();
}

scope.addEventListener("message", (event) => {
  const urls = readUrls(event.data);
  if (urls !== null) event.waitUntil(keepPage(urls));
});

function respondAndKeep(event: FetchEvent): void {
  const answer = pages.answer(event.request);
  event.respondWith(answer.then(({ response }) => response));
  event.waitUntil(answer.then(({ stored }) => stored));
}

function isKept({ request }: FetchEvent, path: string): boolean {
  if (request.mode === "navigate") return request.destination === "document" && isPage(path);
  return path === LIST_PATH || path.startsWith(HOST_ASSET_PREFIX);
}

function isPage(path: string): boolean {
  return path === "/" || path === "/feed" || path.startsWith("/feed/") && !/\/(?:print|paint)$/.test(path) ||
    path.startsWith("/embed/");
}

/** The page that installed the worker was loaded without it. The first URL is the page's own, then what it has loaded. */
async function keepPage(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const { response, stored } = await pages.answer(new Request(url, { redirect: "manual" }));
    await stored;
    if (new URL(url, location.origin).pathname === LIST_PATH && response.ok) await keepBundles(response);
  }
}

/** A batch of a list, of which a widget may be invalid. */
interface ListedBatch {
  readonly widgets: readonly ({ readonly bundle?: { readonly hash?: unknown } | null } | null)[];
}

async function keepBundles(response: Response): Promise<void> {
  const { batches } = await response.json() as { batches: ListedBatch[] };
  const hashes = batches.flatMap(({ widgets }) => widgets.map((widget) => String(widget?.bundle?.hash)));
  await Promise.all(bundles.load(hashes.filter(isBundleHash)).values());
}

/** Only this origin's pages can send messages to the worker. */
function readUrls(data: unknown): string[] | null {
  const { type, urls } = (data ?? {}) as { type?: unknown; urls?: unknown };
  const isKnown = type === "keep-page" && Array.isArray(urls) &&
    urls.every((url) =>
      typeof url === "string" && URL.parse(url, location.origin)?.origin === location.origin
    );
  return isKnown ? urls : null;
}
