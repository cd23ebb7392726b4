// @reads web/service-worker/
import assert from "node:assert/strict";
import type { PageCache } from "../../../web/service-worker/page_cache.ts";
import type { StoreGate } from "../../../web/service-worker/store_gate.ts";
import { withGlobals } from "./page_globals.ts";

const ORIGIN = "https://app.example";

/** A cache in memory, whose keys are in the order in which they were stored last. */
class MemoryCache {
  readonly stored = new Map<string, Response>();

  match(key: string | { url: string }): Promise<Response | undefined> {
    return Promise.resolve(this.stored.get(typeof key === "string" ? key : key.url)?.clone());
  }

  put(key: string, response: Response): Promise<void> {
    this.stored.delete(key);
    return Promise.resolve(void this.stored.set(key, response));
  }

  keys(): Promise<{ url: string }[]> {
    return Promise.resolve([...this.stored.keys()].map((url) => ({ url })));
  }

  delete(key: string | { url: string }): Promise<boolean> {
    return Promise.resolve(this.stored.delete(typeof key === "string" ? key : key.url));
  }
}

/** Caches in memory. */
function createCaches() {
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

async function createPageCache(): Promise<PageCache> {
  const load = async (name: string) =>
    await import(new URL(`../../../web/service-worker/${name}.ts`, import.meta.url).href);
  const pages: { PageCache: typeof PageCache } = await load("page_cache");
  const gates: { StoreGate: typeof StoreGate } = await load("store_gate");
  return new pages.PageCache(new gates.StoreGate());
}

Deno.test("the 60 answers that were stored last are kept, and one that is stored again is the last", async () => {
  const caches = createCaches();
  const { all } = caches;
  let version = 0;
  const fetch = () =>
    Promise.resolve(new Response("page", { headers: { "Tck-User": "ada", "etag": `"${++version}"` } }));
  await withGlobals({ caches, fetch, tckApplication: { version: "v", assets: {} } }, async () => {
    const cache = await createPageCache();
    const visit = async (page: number) => {
      const { response, stored } = await cache.answer(new Request(`${ORIGIN}/feed/${page}`));
      await Promise.all([response.text(), stored]);
    };
    for (let page = 1; page <= 60; page++) await visit(page);
    await visit(1);
    const keys = () => [...[...all.values()][0]!.stored.keys()];
    assert.deepEqual([all.size, keys().length, keys().at(-1)], [1, 60, "/feed/1"]);
    await visit(61);
    await visit(62);
    assert.equal(keys().length, 60);
    assert.deepEqual([keys()[0], ...keys().slice(-3)], ["/feed/4", "/feed/1", "/feed/61", "/feed/62"]);
  });
});

for (
  const [what, answer, left] of [
    ["a redirect to the sign-in deletes the pages and keeps the bundles", {
      status: 0,
      type: "opaqueredirect",
    }, ["tck-bundles-v1"]],
    ["a 401 deletes both", { status: 401, type: "basic" }, []],
    ["a failure of the server deletes nothing", { status: 503, type: "basic" }, ["tck-bundles-v1", "page"]],
  ] as const
) {
  Deno.test(`of what is stored for a user, ${what}`, async () => {
    const caches = createCaches();
    const page = new Response("page", { headers: { "Tck-User": "ada", "etag": '"1"' } });
    const answers = [page, { ...answer, headers: new Headers() } as unknown as Response];
    const fetch = () => Promise.resolve(answers.shift()!);
    await withGlobals({ caches, fetch, tckApplication: { version: "v", assets: {} } }, async () => {
      const cache = await createPageCache();
      await caches.open("tck-bundles-v1");
      const request = new Request(`${ORIGIN}/feed/1`);
      await (await cache.answer(request)).stored;
      assert.equal(caches.all.size, 2);
      await (await cache.answer(request)).stored;
      const names = [...caches.all.keys()].map((name) => name === "tck-bundles-v1" ? name : "page");
      assert.deepEqual(names, left);
    });
  });
}

Deno.test("of two sign-outs at once, the end of one does not allow to store before the end of the other", async () => {
  await withGlobals({ caches: createCaches(), tckApplication: { version: "v", assets: {} } }, async () => {
    const { gate } = await createPageCache();
    const held = Promise.withResolvers<Response>();
    const first = gate.signOut(() => held.promise);
    await gate.signOut(() => Promise.resolve(new Response()));
    assert.equal(gate.start().isAllowed(), false);
    held.resolve(new Response());
    await first;
    assert.equal(gate.start().isAllowed(), true);
  });
});
