import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { HOST_ASSET_PREFIX, STORED_PAGES, USER_KEY_HEADER } from "../../core/contract/mod.ts";
import { application } from "./application.ts";
import { BUNDLE_CACHE, listPageCaches, pageCacheName } from "./cache_names.ts";
import { renderStoredFeeds } from "./stored_feeds.ts";
import { findStored, isStored, store } from "./stored_responses.ts";
import type { StoreGate, Storing } from "./store_gate.ts";

/** The most pages and lists that are kept. */
const MAX_ENTRIES = 60;

/** An answer to a request. */
interface Answer {
  readonly response: Response;
  /** Resolves when the response is stored, if it is. */
  readonly stored: Promise<void>;
}

/**
 * The pages and lists of the signed-in user, for when the network is gone. The server states in a header whose they are:
 * when another user's arrive, everything of the former user is deleted.
 *
 * Every script of the origin can change what is stored. A host asset is therefore verified by its hash whenever it is
 * read, and a page or list gets the headers of the application: a page with another content runs no script.
 */
export class PageCache {
  #requests = 0;
  /** The latest request whose answer named a user, by its number, and the cache of that user. */
  #latest: { readonly request: number; readonly name?: string } = { request: 0 };

  /** @param gate decides what may be stored */
  constructor(readonly gate: StoreGate) {}

  /**
   * Asks the network, and stores the answer, for which the page does not wait. Without a network the stored answer is
   * returned; if there is none, a page that says so in place of a page.
   */
  async answer(request: Request): Promise<Answer> {
    const storing = this.gate.start();
    const number = ++this.#requests;
    const response = await fetch(request).catch(() => null);
    if (response === null) {
      const answer = await findAnswer(keyOf(request)) ?? await answerOffline(request);
      return { response: answer, stored: Promise.resolve() };
    }
    const choice = await this.#chooseCache(request, response, storing, number).catch(() => undefined);
    const stored = choice === undefined ? Promise.resolve() : keep(choice, keyOf(request), response.clone());
    return { response, stored: stored.catch(() => {}) };
  }

  /**
   * The cache for a response. Whatever must not be kept any longer is deleted before the page gets the response.
   */
  async #chooseCache(
    request: Request,
    { status, type, headers }: Response,
    storing: Storing,
    number: number,
  ): Promise<ChosenCache | undefined> {
    if (status === 401) await this.gate.delete();
    // A page redirects only to the sign-in. Bundles are kept, in case the same user signs in again.
    if (type === "opaqueredirect") await this.gate.delete((name) => name !== BUNDLE_CACHE);
    if (status !== 200) return undefined;
    const kept = await listPageCaches();
    const userKey = headers.get(USER_KEY_HEADER);
    // Host assets carry no user: they belong to the pages that are stored.
    if (userKey === null) {
      const isAsset = Object.hasOwn(application.assets, keyOf(request));
      return isAsset && kept[0] !== undefined ? { name: kept[0], storing } : undefined;
    }
    const name = pageCacheName(userKey);
    // The answer to an earlier request says nothing about who is signed in now.
    const { request: latest, name: former = name } = this.#latest;
    if (number < latest && name !== former) return undefined;
    this.#latest = { request: Math.max(number, latest), name };
    if ([...kept, former].every((other) => other === name)) return { name, storing };
    await this.gate.delete();
    return { name, storing: this.gate.start() };
  }
}

/** Where a response is stored, if it may be. */
interface ChosenCache {
  readonly name: string;
  readonly storing: Storing;
}

/** The whole body is read first: what is written must end soon, since a deletion waits for it. */
async function keep({ name, storing }: ChosenCache, key: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  await storing.store(async () => {
    const cache = await caches.open(name);
    if (await isStored(cache, key, response.headers.get("etag"))) return;
    await store(cache, key, new Response(body, response));
    await deleteOldest(cache);
  });
}

/** The stored answer, as far as it is the application's own, or null. */
async function findAnswer(key: string): Promise<Response | null> {
  const [name] = await listPageCaches();
  if (name === undefined) return null;
  const cache = await caches.open(name);
  const stored = await findStored(cache, key);
  if (stored === null) return null;
  const body = await stored.arrayBuffer();
  const headers = await headersOf(key, body);
  if (headers !== null) return new Response(key.startsWith("/feed") ? withoutPaint(body) : body, { headers });
  await cache.delete(key);
  return null;
}

/** What the frame with the first cards would show without a network is the browser's error. */
function withoutPaint(page: ArrayBuffer): string {
  return new TextDecoder().decode(page).replace(/<iframe class="canvas-paint".*?<\/iframe>/, "");
}

/** The application's headers for a body under a key, or null for an asset that it does not have. */
async function headersOf(key: string, body: ArrayBuffer): Promise<Record<string, string> | null> {
  const { assets, listHeaders, pageHeaders } = application;
  if (key.startsWith(HOST_ASSET_PREFIX)) {
    const asset = Object.hasOwn(assets, key) ? assets[key]! : null;
    const isGenuine = asset?.hash === await sha384Base64Url(new Uint8Array(body));
    return isGenuine ? { "Content-Type": asset.contentType } : null;
  }
  if (key.startsWith("/api/")) return listHeaders;
  return key.startsWith("/embed/") ? pageHeaders.framed : pageHeaders.other;
}

async function answerOffline({ mode }: Request): Promise<Response> {
  if (mode !== "navigate") return Response.error();
  const { offlinePages, pageHeaders } = application;
  const languages = navigator.languages.map((tag) => tag.split("-")[0]!);
  const language = languages.find((language) => Object.hasOwn(offlinePages, language)) ?? "en";
  const [name] = await listPageCaches();
  const items = name === undefined ? "" : await renderStoredFeeds(await caches.open(name), language);
  const page = items === "" ? offlinePages[language]! : offlinePages[language]!
    .replace(STORED_PAGES.hidden, "").replace(STORED_PAGES.items, () => items);
  return new Response(page, { status: 503, headers: pageHeaders.other });
}

function keyOf({ url }: { readonly url: string }): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Keys are in the order in which they were stored. Without an asset of the application no page shows its cards. */
async function deleteOldest(cache: Cache): Promise<void> {
  const keys = (await cache.keys()).filter((key) => !Object.hasOwn(application.assets, keyOf(key)));
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))) await cache.delete(key);
}
