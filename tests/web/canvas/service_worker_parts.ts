import type { BundleRequests } from "../../../web/service-worker/bundle_requests.ts";
import type { PageCache } from "../../../web/service-worker/page_cache.ts";
import type { StoreGate } from "../../../web/service-worker/store_gate.ts";
import { withGlobals } from "./page_globals.ts";

export const ORIGIN = "https://app.example";

/** A cache in memory, whose keys are in the order in which they were stored last. */
class MemoryCache {
  readonly stored = new Map<string, Response>();

  match(key: string | { url: string }): Promise<Response | undefined> {
    return Promise.resolve(this.stored.get(pathOf(key))?.clone());
  }

  put(key: string, response: Response): Promise<void> {
    this.stored.delete(key);
    return Promise.resolve(void this.stored.set(key, response));
  }

  keys(): Promise<{ url: string }[]> {
    return Promise.resolve([...this.stored.keys()].map((path) => ({ url: ORIGIN + path })));
  }

  delete(key: string | { url: string }): Promise<boolean> {
    return Promise.resolve(this.stored.delete(pathOf(key)));
  }
}

function pathOf(key: string | { url: string }): string {
  return typeof key === "string" ? key : key.url.slice(ORIGIN.length);
}

interface MemoryCaches {
  readonly all: Map<string, MemoryCache>;
  keys(): Promise<string[]>;
  open(name: string): Promise<MemoryCache>;
  delete(name: string): Promise<boolean>;
}

/** Caches in memory. */
export function createCaches(): MemoryCaches {
  const all = new Map<string, MemoryCache>();
  return {
    all,
    keys: () => Promise.resolve([...all.keys()]),
    open: (name: string) => {
      if (!all.has(name)) all.set(name, new MemoryCache());
      return Promise.resolve(all.get(name)!);
    },
    delete: (name: string) => Promise.resolve(all.delete(name)),
  };
}

/** The asset of the application, whose hash is not that of any content here. */
export const ASSET = "/__tck/v1/style.css";

/** One for all tests of a process: the modules read it when they are loaded. */
const APPLICATION = {
  version: "v",
  assets: { [ASSET]: { hash: "other", contentType: "text/css" } },
  pageHeaders: { other: {}, framed: {} },
};

/** Runs with the globals of a worker. */
export async function inWorker(globals: object, run: () => Promise<void>): Promise<void> {
  await withGlobals({ tckApplication: APPLICATION, ...globals }, run);
}

/** Loads a module of the worker, which needs the worker's globals. */
// deno-lint-ignore no-explicit-any
export async function loadPart(name: string): Promise<any> {
  return await import(new URL(`../../../web/service-worker/${name}.ts`, import.meta.url).href);
}

export async function createGate(): Promise<StoreGate> {
  const gates: { StoreGate: typeof StoreGate } = await loadPart("store_gate");
  return new gates.StoreGate();
}

export async function createPageCache(): Promise<PageCache> {
  const pages: { PageCache: typeof PageCache } = await loadPart("page_cache");
  return new pages.PageCache(await createGate());
}

export async function createBundleRequests(): Promise<BundleRequests> {
  const requests: { BundleRequests: typeof BundleRequests } = await loadPart("bundle_requests");
  return new requests.BundleRequests(await createGate());
}
