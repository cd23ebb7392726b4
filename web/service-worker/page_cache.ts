import { HOST_ASSET_PREFIX, USER_KEY_HEADER } from "../../core/contract/mod.ts";
import { BUNDLE_CACHE, deleteCaches, listPageCaches, pageCacheName } from "./cache_names.ts";
import { findStored, store } from "./stored_responses.ts";

/** The most pages, lists and assets that are kept. */
const MAX_ENTRIES = 60;

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

  /** Asks the network, and stores the answer. Without a network the stored answer is returned, if there is one. */
  async answer(request: Request): Promise<Response> {
    const mayStore = this.startStoring();
    const response = await fetch(request).catch(() => null);
    if (response === null) return await this.#findStored(request) ?? Response.error();
    await this.#take(request, response, mayStore).catch(() => {});
    return response;
  }

  /** Deletes everything that is stored for the user. */
  async signOut(): Promise<void> {
    this.#generation++;
    await deleteCaches();
  }

  async #take(request: Request, response: Response, mayStore: () => boolean): Promise<void> {
    if (response.status === 401) return await this.signOut();
    // A page redirects only to the sign-in. Bundles are kept, in case the same user signs in again.
    if (response.type === "opaqueredirect") return await this.#deletePages();
    const userKey = response.headers.get(USER_KEY_HEADER);
    if (response.status !== 200 || !mayStore()) return;
    const name = await this.#chooseCache(request, userKey);
    if (name === undefined) return;
    const cache = await caches.open(name);
    await store(cache, keyOf(request), response.clone());
    await deleteOldest(cache);
  }

  /** Host assets carry no user: they belong to the pages that are stored. */
  async #chooseCache(request: Request, userKey: string | null): Promise<string | undefined> {
    if (userKey !== null) return await this.#openUser(userKey);
    return keyOf(request).startsWith(HOST_ASSET_PREFIX) ? (await listPageCaches())[0] : undefined;
  }

  async #openUser(userKey: string): Promise<string> {
    const name = pageCacheName(userKey);
    const others = (await listPageCaches()).filter((other) => other !== name);
    if (others.length > 0) await this.signOut();
    return name;
  }

  async #deletePages(): Promise<void> {
    this.#generation++;
    await deleteCaches((name) => name !== BUNDLE_CACHE);
  }

  async #findStored(request: Request): Promise<Response | null> {
    const [name] = await listPageCaches();
    return name === undefined ? null : await findStored(await caches.open(name), keyOf(request));
  }
}

function keyOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Keys are in the order in which they were stored. */
async function deleteOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))) await cache.delete(key);
}
