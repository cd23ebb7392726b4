// budget: 30 s: each case waits until its worker has stored the page
import assert from "node:assert/strict";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { waitForCards } from "./sealed_site.ts";
import {
  CARD,
  expectOfflinePage,
  keysOf,
  openWorkerSite,
  SCRIPT,
  untilInPage,
  visitFirst,
  withOwnWorkerSite,
  withWorkerPage,
  type WorkerSite,
} from "./worker_site.ts";

let shared: WorkerSite;
Deno.test.beforeAll(async () => void (shared = await openWorkerSite()));
Deno.test.afterAll(() => shared.site.close());

Deno.test("the bundles of a page that the worker has stored", async (t) => {
  await withWorkerPage(shared, async ({ site, requested, replaced, page }) => {
    const { url, bundles: [bundle, second] } = await site.addBatch([{ module: CARD }, {
      module: `${CARD}//2`,
    }]);
    await visitFirst(page, url, 2);

    await t.step(
      "on the second visit no bundle is requested, and another page that has a new one requests only that",
      async () => {
        requested.length = 0;
        await page.reload();
        await waitForCards(page, "mounted", 2);
        assert.deepEqual(requested, []);
        const other = await site.addBatch([{ module: `${CARD}//2` }, { module: `${CARD}//3` }]);
        await page.goto(other.url);
        await waitForCards(page, "mounted", 2);
        // The document of the first cards is made of it too.
        assert.deepEqual([...new Set(requested)], [other.bundles[1]!.hash]);
      },
    );

    await t.step("a bundle that is being fetched or stored is not requested again", async () => {
      const { bundles: [bundle] } = await site.addBatch([{ module: `${CARD}//fetched` }]);
      requested.length = 0;
      const sizes = await page.evaluate(async (hash) => {
        const body = JSON.stringify({ hashes: [hash] });
        const answers = Array.from({ length: 50 }, async (_, index) => {
          await new Promise((resolve) => setTimeout(resolve, index));
          const answer = await fetch("/api/widgets/v1/bundles", { method: "POST", body });
          return (await answer.arrayBuffer()).byteLength;
        });
        return await Promise.all(answers);
      }, bundle!.hash);
      assert.deepEqual(requested, [bundle!.hash]);
      assert.equal(new Set(sizes).size, 1);
      assert.ok(sizes[0]! > bundle!.bytes.byteLength);
    });

    // claim: worker-verifies
    await t.step("a bundle that was changed in the cache is rejected and fetched again", async () => {
      requested.length = 0;
      await page.evaluate(async ({ hash, bytes }) => {
        const cache = await caches.open("tck-bundles-v1");
        const headers = { "tck-stored-at": String(Date.now()) };
        await cache.put(`/__tck/bundles/${hash}`, new Response(new Uint8Array(bytes), { headers }));
      }, { hash: bundle!.hash, bytes: [...second!.bytes] });
      await page.goto(url);
      await waitForCards(page, "mounted", 2);
      assert.deepEqual(requested, [bundle!.hash]);
      requested.length = 0;
      await page.reload();
      await waitForCards(page, "mounted", 2);
      assert.deepEqual(requested, []);
    });

    // claim: worker-verifies
    await t.step("neither a wrong bundle nor an error page is stored", async () => {
      const other = await site.addBatch([{ module: `${CARD}//wrong` }, { module: `${CARD}//right` }]);
      replaced.set(other.bundles[0]!.hash, other.bundles[1]!.bytes);
      await page.goto(other.url);
      await waitForCards(page, "failed", 1);
      assert.equal(
        (await keysOf(page, "tck-bundles")).includes(`/__tck/bundles/${other.bundles[0]!.hash}`),
        false,
      );
      assert.equal((await page.goto(`${site.origin}/feed/20200101-morning-brief`))!.status(), 404);
      assert.equal((await keysOf(page, "tck-pages")).includes("/feed/20200101-morning-brief"), false);
    });
  });
});

Deno.test("a bundle that is too old is fetched again, and others of that age are deleted", async () => {
  await withWorkerPage(shared, async ({ site, requested, page }) => {
    const { url, bundles: [bundle] } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    requested.length = 0;
    await page.evaluate(async (hash) => {
      const cache = await caches.open("tck-bundles-v1");
      const past = (days: number) => ({
        headers: { "tck-stored-at": String(Date.now() - days * 86_400_000) },
      });
      const envelope = await (await cache.match(`/__tck/bundles/${hash}`))!.arrayBuffer();
      await cache.put(`/__tck/bundles/${hash}`, new Response(envelope, past(11)));
      await cache.put("/__tck/bundles/old", new Response("", past(11)));
      await cache.put("/__tck/bundles/young", new Response("", past(9)));
      await cache.put("/__tck/cleaned", new Response("", past(1)));
    }, bundle!.hash);
    await page.reload();
    await waitForCards(page, "mounted", 1);
    assert.deepEqual(requested, [bundle!.hash]);
    await untilInPage(page, async () => !await caches.match("/__tck/bundles/old"));
    assert.deepEqual(
      (await keysOf(page, "tck-bundles")).toSorted(),
      [`/__tck/bundles/${bundle!.hash}`, "/__tck/bundles/young", "/__tck/cleaned"].toSorted(),
    );
  });
});

Deno.test("an update of the script keeps the bundles and deletes the caches of former versions", async () => {
  await withOwnWorkerSite(async ({ site, assets, requested, page }) => {
    const { url } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    await page.evaluate(() => caches.open("tck-bundles-v0"));
    const { bytes, ...rest } = assets.get(SCRIPT)!;
    const changed = new Uint8Array([...bytes, ...new TextEncoder().encode("\n// changed")]);
    assets.set(SCRIPT, { ...rest, bytes: changed, hash: "changed" });
    await page.evaluate(async () => void await (await navigator.serviceWorker.ready).update());
    await untilInPage(page, async () => !(await caches.keys()).includes("tck-bundles-v0"));
    requested.length = 0;
    await page.reload();
    await waitForCards(page, "mounted", 1);
    assert.deepEqual(requested, []);
  });
});

// claim: worker-deletes
Deno.test("signing out deletes everything that the worker has stored", async () => {
  await withWorkerPage(shared, async ({ site, page }) => {
    const { url } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    assert.notDeepEqual(await page.evaluate(() => caches.keys()), []);
    await page.evaluate(async () => {
      const limits = Array.from({ length: 65 }, (_, index) => index + 1);
      for (const limit of limits) await fetch(`/api/daily-pages/v2/batches?limit=${limit}`);
    });
    // The last list is stored, and the first ones are deleted, after the page has its answer.
    await untilInPage(page, async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("tck-pages"));
      const keys = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
      const paths = keys.flat().map(({ url }) => url);
      return paths.some((url) => url.endsWith("limit=65")) && paths.length > 50 && paths.length <= 60;
    });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/login/);
    await untilInPage(page, async () => (await caches.keys()).length === 0);
  });
});

// claim: worker-deletes
Deno.test("when another user signs in, nothing of the former one is left", async () => {
  await withWorkerPage(shared, async ({ site, context, page }) => {
    const { url, bundles: [bundle] } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    const [name = "", value = ""] = (await sessionCookie("bob")).split("=");
    await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
    await page.goto(`${site.origin}/`);
    await untilInPage(
      page,
      async (hash) =>
        !await caches.match(`/__tck/bundles/${hash}`) && await caches.match("/") !== undefined &&
        (await caches.keys()).filter((name) => name.startsWith("tck-pages")).length === 1,
      bundle!.hash,
    );
    const kept = await keysOf(page, "tck-pages");
    assert.deepEqual(kept.filter((path) => !path.startsWith("/__tck/")), ["/"]);
  });
});

// claim: worker-deletes
Deno.test("without a session no page is kept", async () => {
  await withWorkerPage(shared, async ({ site, context, page }) => {
    const { url } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    await context.clearCookies();
    await page.goto(url);
    assert.match(page.url(), /\/login/);
    await untilInPage(page, async () => !(await caches.keys()).some((name) => name.startsWith("tck-pages")));
    assert.notDeepEqual(await page.evaluate(() => caches.keys()), [], "the same user may sign in again");
    await page.evaluate(async () => void await fetch("/api/daily-pages/v2/batches?limit=1"));
    await untilInPage(page, async () => (await caches.keys()).length === 0);
  });
});

// claim: worker-one-script
Deno.test("no other script can be registered, and a worker that is turned off removes itself", async () => {
  await withOwnWorkerSite(async ({ site, assets, page }) => {
    const { url, bundles: [bundle] } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    const registered = await page.evaluate(async (hash) => {
      const scripts = [
        "/__tck/v1/boot-page.mjs",
        "/__tck/v1/service-worker-off.js",
        `/api/widgets/v1/${hash}/widget.mjs`,
      ];
      const attempts = scripts.map((script) => navigator.serviceWorker.register(script, { type: "module" }));
      return (await Promise.allSettled(attempts)).map(({ status }) => status);
    }, bundle!.hash);
    assert.deepEqual(registered, ["rejected", "rejected", "rejected"]);
    assets.set(SCRIPT, assets.get("service-worker-off.js")!);
    await page.evaluate(async () => void await (await navigator.serviceWorker.ready).update());
    await untilInPage(
      page,
      async () =>
        (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0,
    );
  });
});

Deno.test("offline, the list and the last feed open, with its cards", async () => {
  await withOwnWorkerSite(async ({ site, page }) => {
    const { url } = await site.addBatch([{ module: CARD }, {
      module: `${CARD}//2`,
      css: "p { color: green }",
    }]);
    await visitFirst(page, url, 2);
    await page.goto(`${site.origin}/`);
    await untilInPage(page, async () => await caches.match("/") !== undefined);
    await site.stack.close();
    await page.reload();
    await page.getByRole("heading", { name: "Your pages" }).waitFor();
    await page.getByRole("link", { name: /Morning brief/ }).click();
    await page.getByRole("heading", { name: "Morning brief" }).waitFor();
    const frame = await waitForCards(page, "mounted", 2);
    assert.equal(await frame.locator("article p").first().innerText(), "calm");
    await page.reload();
    await waitForCards(page, "mounted", 2);
  });
});

Deno.test("offline, a page that is not stored is one of our own that says so, and leads on (en-US)", () =>
  expectOfflinePage({
    locale: "en-US",
    title: "You are offline",
    retry: "Try again",
    age: /^Morning brief, .+2026\s+this hour$/,
  }));

Deno.test("after an update of the server, its pages are stored with its host assets, and those of before are deleted", async () => {
  await withOwnWorkerSite(async ({ site, assets, page }) => {
    const { url: older } = await site.addBatch([{ module: `${CARD}//older` }]);
    const { url: newer } = await site.addBatch([{ module: `${CARD}//newer` }]);
    await visitFirst(page, older, 1);
    const former = (await page.evaluate(() => caches.keys())).find((name) => name.startsWith("tck-pages"))!;
    for (const name of ["boot-page.mjs", "boot-frame.mjs"]) {
      const asset = assets.get(name)!;
      const bytes = new Uint8Array([...asset.bytes, ...new TextEncoder().encode("\n// changed")]);
      assets.set(name, { ...asset, bytes, hash: await sha384Base64Url(bytes) });
    }
    await page.goto(newer);
    await waitForCards(page, "mounted", 1);
    await untilInPage(page, async (former) => {
      const names = (await caches.keys()).filter((name) => name.startsWith("tck-pages"));
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      const paths = keys.flat().map(({ url }) => new URL(url).pathname);
      return names[0] !== former &&
        ["/feed/", "/__tck/v1/boot-page.mjs", "/__tck/v1/boot-frame.mjs", "/api/"].every((start) =>
          paths.filter((path) => path.startsWith(start)).length === 1
        );
    }, former);
    await site.stack.close();
    await page.goto(newer);
    await waitForCards(page, "mounted", 1);
    assert.equal((await page.goto(older))!.status(), 503);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
  });
});
