import { HOST_ASSET_PREFIX, USER_KEY_HEADER } from "../../core/contract/mod.ts";
import { BUNDLE_CACHE, deleteCaches, listPageCaches, pageCacheName } from "./cache_names.ts";
import { findStored, isStored, store } from "./stored_responses.ts";

/** The most pages, lists and assets that are kept. */
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
 */
export class PageCache {
  /** Counts the sign-outs: what was requested before one is not stored after it. */
  #generation = 0;

  /** Returns a function that states whether what is requested now may still be stored. */
  readonly startStoring = (): () => boolean => {
    const generation = this.#generation;
    return () => generation === this.#generation;
  };

  /**
   * Asks the network, and stores the answer, for which the page does not wait. Without a network the stored answer is
   * returned, if there is one.
   *
   * @param findPageUrl finds the URL of the page that requests it, by default none
   */
  async answer(
    request: Request,
    findPageUrl: () => Promise<string | undefined> = () => Promise.resolve(undefined),
  ): Promise<Answer> {
    const mayStore = this.startStoring();
    const response = await fetch(request).catch(() => null);
    if (response === null) {
      const found = await this.#findStored(request, await findPageUrl());
      return { response: found ?? Response.error(), stored: Promise.resolve() };
    }
    const name = await this.#chooseCache(request, response, mayStore).catch(() => undefined);
    const key = storageKey(request, response);
    const stored = name === undefined ? Promise.resolve() : keep(name, key, response.clone());
    return { response, stored: stored.catch(() => {}) };
  }

  /** Deletes everything that is stored for the user. */
  async signOut(): Promise<void> {
    this.#generation++;
    await deleteCaches();
  }

  /**
   * The name of the cache for a response. Whatever must not be kept any longer is deleted before the page gets the response.
   */
  async #chooseCache(
    request: Request,
    { status, type, headers }: Response,
    mayStore: () => boolean,
  ): Promise<string | undefined> {
    if (status === 401) await this.signOut();
    // A page redirects only to the sign-in. Bundles are kept, in case the same user signs in again.
    if (type === "opaqueredirect") await this.#deletePages();
    const kept = await listPageCaches();
    if (status !== 200 || !mayStore()) return undefined;
    const userKey = headers.get(USER_KEY_HEADER);
    // Host assets carry no user: they belong to the pages that are stored.
    if (userKey === null) return keyOf(request).startsWith(HOST_ASSET_PREFIX) ? kept[0] : undefined;
    const name = pageCacheName(userKey);
    if (kept.some((other) => other !== name)) await this.signOut();
    return name;
  }

  async #deletePages(): Promise<void> {
    this.#generation++;
    await deleteCaches((name) => name !== BUNDLE_CACHE);
  }

  async #findStored(request: Request, pageUrl: string | undefined): Promise<Response | null> {
    const [name] = await listPageCaches();
    if (name === undefined) return null;
    const cache = await caches.open(name);
    return await findStored(cache, await findKey(cache, request, pageUrl));
  }
}

async function keep(name: string, key: string, response: Response): Promise<void> {
  const cache = await caches.open(name);
  if (await isStored(cache, key, response.headers.get("etag"))) return;
  await store(cache, key, response);
  await deleteOldest(cache);
}

/**
 * A host asset is stored by its hash, which is in its entity tag: a page that was stored before the server was updated has
 * the integrity values of the assets of that time.
 */
function storageKey(request: Request, { headers }: Response): string {
  const key = keyOf(request);
  const [, hash] = /^"([\w-]{64})/.exec(headers.get("etag") ?? "") ?? [];
  return key.startsWith(HOST_ASSET_PREFIX) && hash !== undefined ? assetKey(key, hash) : key;
}

/** The key of what is stored for a request: of a host asset the one that the page names, or the one that was stored last. */
async function findKey(cache: Cache, request: Request, pageUrl: string | undefined): Promise<string> {
  const key = keyOf(request);
  if (!key.startsWith(HOST_ASSET_PREFIX)) return key;
  const hash = await findHash(cache, pageUrl, key);
  if (hash !== null) return assetKey(key, hash);
  const last = (await cache.keys(key, { ignoreSearch: true })).at(-1);
  return last === undefined ? key : keyOf(last);
}

/** The hash of an asset in the import map of a stored page. The browser does not state the integrity value of a module. */
async function findHash(cache: Cache, pageUrl: string | undefined, path: string): Promise<string | null> {
  const page = pageUrl === undefined ? undefined : await cache.match(keyOf({ url: pageUrl }));
  const [, integrity] = (await page?.text())?.split(`"${path}":"sha384-`) ?? [];
  return integrity?.slice(0, 64).replaceAll("+", "-").replaceAll("/", "_") ?? null;
}

function assetKey(path: string, hash: string): string {
  return `${path}?hash=${hash}`;
}

function keyOf({ url }: { readonly url: string }): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Keys are in the order in which they were stored. */
async function deleteOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))) await cache.delete(key);
}
