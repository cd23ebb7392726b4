// @reads web/service-worker/
import assert from "node:assert/strict";
import {
  ASSET,
  createCaches,
  createGate,
  createPageCache,
  inWorker,
  loadPart,
  ORIGIN,
} from "./service_worker_parts.ts";

Deno.test("the 60 answers that were stored last are kept, and one that is stored again is the last", async () => {
  const caches = createCaches();
  const { all } = caches;
  let version = 0;
  const fetch = () =>
    Promise.resolve(new Response("page", { headers: { "Tck-User": "ada", "etag": `"${++version}"` } }));
  await inWorker({ caches, fetch }, async () => {
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

Deno.test("of a cache that has more than 60 answers all but the last are deleted", async () => {
  const caches = createCaches();
  const fetch = () => Promise.resolve(new Response("page", { headers: { "Tck-User": "ada" } }));
  await inWorker({ caches, fetch }, async () => {
    const stored = await caches.open("tck-pages-v2-v-ada");
    for (let page = 1; page <= 65; page++) await stored.put(`/feed/${page}`, new Response());
    await (await (await createPageCache()).answer(new Request(`${ORIGIN}/feed/66`))).stored;
    const keys = [...stored.stored.keys()];
    assert.deepEqual([keys.length, keys[0], keys.at(-1)], [60, "/feed/7", "/feed/66"]);
  });
});

Deno.test("however many pages are stored later, the assets that they need are kept", async () => {
  const caches = createCaches();
  const fetch = () => Promise.resolve(new Response("page", { headers: { "Tck-User": "ada" } }));
  await inWorker({ caches, fetch }, async () => {
    const stored = await caches.open("tck-pages-v2-v-ada");
    await stored.put(ASSET, new Response());
    const cache = await createPageCache();
    for (let page = 1; page <= 61; page++) {
      await (await cache.answer(new Request(`${ORIGIN}/feed/${page}`))).stored;
    }
    const keys = [...stored.stored.keys()];
    assert.deepEqual([keys.length, keys[0], keys[1]], [61, ASSET, "/feed/2"]);
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
    await inWorker({ caches, fetch }, async () => {
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
  await inWorker({ caches: createCaches() }, async () => {
    const gate = await createGate();
    const held = Promise.withResolvers<Response>();
    const first = gate.signOut(() => held.promise);
    await gate.signOut(() => Promise.resolve(new Response()));
    assert.equal(gate.start().isAllowed(), false);
    held.resolve(new Response());
    await first;
    assert.equal(gate.start().isAllowed(), true);
  });
});

Deno.test("a deletion includes what is being written, and what was requested before it is not stored after it", async () => {
  const caches = createCaches();
  await inWorker({ caches }, async () => {
    const gate = await createGate();
    const [first, late] = [gate.start(), gate.start()];
    const written = Promise.withResolvers<void>();
    const storing = first.store(async () => {
      await written.promise;
      await caches.open("tck-bundles-v1");
    });
    const deletion = gate.delete();
    written.resolve();
    await Promise.all([storing, deletion]);
    assert.equal(caches.all.size, 0);
    await late.store(async () => void await caches.open("tck-bundles-v1"));
    assert.deepEqual([late.isAllowed(), caches.all.size], [false, 0]);
    await gate.start().store(async () => void await caches.open("tck-bundles-v1"));
    assert.equal(caches.all.size, 1);
  });
});

Deno.test("a write that fails fails neither the request nor a deletion, and a sign-out is answered without caches", async () => {
  const caches = createCaches();
  await inWorker({ caches }, async () => {
    const gate = await createGate();
    await gate.start().store(() => Promise.reject(new Error("the disk is full")));
    const failing = gate.start().store(() => Promise.reject(new Error("the disk is full")));
    await gate.delete();
    await failing;
    caches.keys = () => Promise.reject(new Error("no storage"));
    const answer = new Response();
    assert.equal(await gate.signOut(() => Promise.resolve(answer)), answer);
    assert.equal(gate.start().isAllowed(), true, "it has ended");
  });
});

Deno.test("what another script has stored during a sign-out is deleted at its end, also when it fails", async () => {
  const caches = createCaches();
  await inWorker({ caches }, async () => {
    const gate = await createGate();
    for (
      const outcome of [() => Promise.resolve(new Response()), () => Promise.reject(new Error("offline"))]
    ) {
      await caches.open("tck-bundles-v1");
      let left: number | undefined;
      await gate.signOut(async () => {
        left = caches.all.size;
        await caches.open("tck-bundles-v1");
        return await outcome();
      }).catch(() => {});
      assert.equal(left, 0, "what was stored before is deleted before the sign-out is sent");
      assert.deepEqual([caches.all.size, gate.start().isAllowed()], [0, true]);
    }
  });
});

for (
  const [when, orders] of [
    ["before the next user's is stored", ["ada", "bob"]],
    ["after it", ["bob", "ada"]],
  ] as const
) {
  for (const isStored of [true, false]) {
    Deno.test(`a former user's answer that comes ${when}, ${isStored ? "with" : "without"} pages of theirs, leaves nothing`, async () => {
      const caches = createCaches();
      const answers = {
        "/feed/ada": Promise.withResolvers<Response>(),
        "/feed/bob": Promise.withResolvers<Response>(),
      };
      const fetch = ({ url }: Request) => answers[url.slice(ORIGIN.length) as keyof typeof answers].promise;
      await inWorker({ caches, fetch }, async () => {
        const cache = await createPageCache();
        const pageOf = (user: string) => new Response(user, { headers: { "Tck-User": user } });
        if (isStored) await (await caches.open("tck-pages-v2-v-ada")).put("/", pageOf("ada"));
        const pending = {
          ada: cache.answer(new Request(`${ORIGIN}/feed/ada`)),
          bob: cache.answer(new Request(`${ORIGIN}/feed/bob`)),
        };
        const chosen: Promise<void>[] = [];
        for (const user of orders) {
          answers[`/feed/${user}`].resolve(pageOf(user));
          chosen.push((await pending[user]).stored);
        }
        await Promise.all(chosen);
        const stored = [...caches.all].map(([name, { stored }]) => [name, ...stored.keys()]);
        assert.deepEqual(stored, [["tck-pages-v2-v-bob", "/feed/bob"]]);
      });
    });
  }
}

Deno.test("a stored asset that was changed is not answered, and is deleted", async () => {
  const caches = createCaches();
  const fetch = () => Promise.reject(new TypeError("offline"));
  await inWorker({ caches, fetch }, async () => {
    const pages = await caches.open("tck-pages-v2-v-ada");
    const { store } = await loadPart("stored_responses");
    await store(pages, ASSET, new Response("changed"));
    const { response } = await (await createPageCache()).answer(new Request(ORIGIN + ASSET));
    assert.deepEqual([response.type, pages.stored.size], ["error", 0]);
  });
});

Deno.test("only the pages of this version are used, and an update leaves them, the bundles and what is not the application's", async () => {
  const caches = createCaches();
  await inWorker({ caches }, async () => {
    const names = ["tck-bundles-v1", "tck-pages-v2-v-ada", "tck-pages-v2-u-ada", "tck-pages-v1", "theirs"];
    for (const name of names) await caches.open(name);
    const { listPageCaches, deleteFormerCaches } = await loadPart("cache_names");
    assert.deepEqual(await listPageCaches(), ["tck-pages-v2-v-ada"]);
    await deleteFormerCaches();
    assert.deepEqual([...caches.all.keys()], ["tck-bundles-v1", "tck-pages-v2-v-ada", "theirs"]);
  });
});

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("what is older than ten days is deleted, all of it, at most once an hour and again in the next", async () => {
  let now = 1_000_000;
  await inWorker({ caches: createCaches(), Date: { now: () => now } }, async () => {
    const { store, cleanHourly, findStored } = await loadPart("stored_responses");
    const cache = await caches.open("tck-bundles-v1") as unknown as { stored: Map<string, Response> };
    const isThere = () => ["/a", "/b", "/c"].filter((key) => cache.stored.has(key)).join("");
    await store(cache, "/a", new Response());
    await store(cache, "/b", new Response());
    now += 1;
    await store(cache, "/c", new Response());
    now += 10 * DAY_MS - 1;
    await cleanHourly(cache);
    assert.equal(isThere(), "/a/b/c", "exactly ten days");
    now += 1;
    assert.equal(await findStored(cache, "/a"), null);
    now += 3_600_000 - 2;
    await cleanHourly(cache);
    assert.equal(isThere(), "/a/b/c", "within the hour");
    now += 1;
    await cleanHourly(cache);
    assert.equal(isThere(), "");
    await store(cache, "/a", new Response());
    now += 10 * DAY_MS + 1;
    await cleanHourly(cache);
    assert.equal(isThere(), "", "the time of the cleaning before is not kept for ever");
  });
});

Deno.test("an unchanged page is stored again after a day, so that it does not become too old", async () => {
  let now = 1_000_000;
  const caches = createCaches();
  const fetch = () =>
    Promise.resolve(new Response("page", { headers: { "Tck-User": "ada", "etag": '"1"' } }));
  await inWorker({ caches, fetch, Date: { now: () => now } }, async () => {
    const { readTime } = await loadPart("stored_responses");
    const cache = await createPageCache();
    const visit = async () => {
      await (await cache.answer(new Request(`${ORIGIN}/feed/1`))).stored;
      return readTime([...caches.all.values()][0]!.stored.get("/feed/1")!);
    };
    const first = await visit();
    now += DAY_MS - 1;
    assert.equal(await visit(), first);
    now += 1;
    assert.equal(await visit(), now);
  });
});

Deno.test("without a network a page is answered for ten days", async () => {
  let now = 1_000_000;
  const answers = [new Response("page", { headers: { "Tck-User": "ada" } })];
  const fetch = () =>
    answers.length > 0 ? Promise.resolve(answers.shift()) : Promise.reject(new TypeError("offline"));
  await inWorker({ caches: createCaches(), fetch, Date: { now: () => now } }, async () => {
    const cache = await createPageCache();
    const visit = async () => {
      const { response, stored } = await cache.answer(new Request(`${ORIGIN}/feed/1`));
      await stored;
      return response.type === "error" ? null : await response.text();
    };
    await visit();
    now += 10 * DAY_MS;
    assert.equal(await visit(), "page");
    now += 1;
    assert.equal(await visit(), null);
  });
});

Deno.test("a page is answered where nothing can be stored", async () => {
  const caches = createCaches();
  const fetch = () => Promise.resolve(new Response("page", { headers: { "Tck-User": "ada" } }));
  await inWorker({ caches, fetch }, async () => {
    const cache = await createPageCache();
    for (const method of ["open", "keys"] as const) {
      Object.assign(caches, {
        [method]: () => Promise.reject(new DOMException("no storage", "SecurityError")),
      });
      const { response, stored } = await cache.answer(new Request(`${ORIGIN}/feed/1`));
      await stored;
      assert.equal(await response.text(), "page");
    }
  });
});

Deno.test("the list of stored feeds has each once, as it was stored last, and goes on after one that is too old", async () => {
  let now = 1_000_000;
  const caches = createCaches();
  await inWorker({ caches, Date: { now: () => now } }, async () => {
    const { store } = await loadPart("stored_responses");
    const { renderStoredFeeds } = await loadPart("stored_feeds");
    const cache = await caches.open("tck-pages-v2-v-ada");
    const keep = (key: string, title: string) => store(cache, key, new Response(`<title>${title}</title>`));
    await keep("/feed/20260101-old", "Old");
    now += 11 * DAY_MS;
    await keep("/feed/20260110-diary", "Tagebuch");
    await keep("/", "Home");
    await keep("/feed/20260110-diary?lang=en", "Diary");
    await keep("/feed/20260111-diary", "Next");
    const titles = [
      ...(await renderStoredFeeds(cache, "en") as string).matchAll(/page-batch-kind">([^<]*)/g),
    ];
    assert.deepEqual(titles.map(([, title]) => title), ["Next", "Diary"]);
  });
});
