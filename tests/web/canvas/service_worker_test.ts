// budget: 35 s: each case has a site of its own and waits until its worker has stored the page
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { BUNDLES_PATH } from "../../../core/contract/mod.ts";
import type { Fixtures } from "../../../hosts/routes/mod.ts";
import type { HostAssets } from "../../../web/assets/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { until } from "../../waiting/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { openSignedIn, SealedSite, waitForCards } from "./sealed_site.ts";

const CARD = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

const SCRIPT = "service-worker.js";

/** A site with a service worker, and what its web app was asked for. */
interface WorkerSite {
  site: SealedSite;
  assets: Map<string, NonNullable<ReturnType<HostAssets["get"]>>>;
  /** The hashes of the bundles that the worker asked the web app for. The document of the first cards reads some as well. */
  requested: string[];
  /** Envelopes that the web app sends in place of those of the storage service, by hash. */
  replaced: Map<string, Uint8Array>;
  context: BrowserContext;
  page: Page;
}

/** Runs a test on a site of its own, in a real Chromium. */
async function withWorkerSite(
  run: (worker: WorkerSite) => Promise<void>,
  options: Parameters<typeof openSignedIn>[2] = {},
): Promise<void> {
  const [requested, replaced] = [[] as string[], new Map<string, Uint8Array>()];
  const assets = new Map(await openHostAssets());
  const fixtures: Fixtures = {
    batch: () => Promise.resolve(null),
    read: (hash) => Promise.resolve(replaced.get(hash) as Uint8Array<ArrayBuffer> ?? null),
  };
  const site = await SealedSite.open("sealed", { serviceWorker: true, fixtures, assets });
  site.intercept = async (request, answer) => {
    if (new URL(request.url).pathname === BUNDLES_PATH) {
      requested.push(...(await request.clone().json()).hashes);
    }
    return await answer();
  };
  try {
    const browser = await openChromium();
    try {
      const context = await openSignedIn(browser, site, options);
      const page = await context.newPage();
      await run({ site, assets, requested, replaced, context, page });
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
  }
}

/** Opens a page for the first time, and waits until the worker has stored it with its assets and bundles. */
async function visitFirst(page: Page, url: string, bundles: number): Promise<void> {
  await page.goto(url);
  await waitForCards(page, "mounted", bundles);
  await untilInPage(page, async (count) => {
    const name = (await caches.keys()).find((name) => name.startsWith("tck-pages"));
    if (name === undefined) return false;
    const pathsOf = async (cache: string) =>
      (await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname);
    const stored = await pathsOf(name);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
      .filter((path) => !path.endsWith("/canvas.html")); // The browser itself keeps the frame's document.
    const bundles = (await pathsOf("tck-bundles-v1")).filter((path) => path.startsWith("/__tck/bundles/"));
    return bundles.length === count &&
      loaded.every((path) => !path.startsWith("/__tck/v1/") || stored.includes(path));
  }, bundles);
}

/** Evaluates an asynchronous condition in the page until it is true. */
async function untilInPage(
  page: Page,
  condition: (arg: string | number) => Promise<boolean>,
  arg: string | number = "",
): Promise<void> {
  await until(String(condition), () => page.evaluate(condition, arg));
}

async function keysOf(page: Page, prefix: string): Promise<string[]> {
  return await page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, prefix);
}

Deno.test("on the second visit no bundle is requested, and another page that has a new one requests only that", async () => {
  await withWorkerSite(async ({ site, requested, page }) => {
    const { url } = await site.addBatch([{ module: CARD }, { module: `${CARD}//2` }]);
    await visitFirst(page, url, 2);
    requested.length = 0;
    await page.reload();
    await waitForCards(page, "mounted", 2);
    assert.deepEqual(requested, []);
    const other = await site.addBatch([{ module: `${CARD}//2` }, { module: `${CARD}//3` }]);
    await page.goto(other.url);
    await waitForCards(page, "mounted", 2);
    assert.deepEqual(requested, [other.bundles[1]!.hash]);
  });
});

// claim: worker-verifies
Deno.test("a bundle that was changed in the cache is rejected and fetched again", async () => {
  await withWorkerSite(async ({ site, requested, page }) => {
    const { url, bundles: [bundle, other] } = await site.addBatch([{ module: CARD }, {
      module: `${CARD}//2`,
    }]);
    await visitFirst(page, url, 2);
    requested.length = 0;
    await page.evaluate(async ({ hash, bytes }) => {
      const cache = await caches.open("tck-bundles-v1");
      const headers = { "tck-stored-at": String(Date.now()) };
      await cache.put(`/__tck/bundles/${hash}`, new Response(new Uint8Array(bytes), { headers }));
    }, { hash: bundle!.hash, bytes: [...other!.bytes] });
    await page.reload();
    await waitForCards(page, "mounted", 2);
    assert.deepEqual(requested, [bundle!.hash]);
    requested.length = 0;
    await page.reload();
    await waitForCards(page, "mounted", 2);
    assert.deepEqual(requested, []);
  });
});

Deno.test("a bundle that is too old is fetched again, and others of that age are deleted", async () => {
  await withWorkerSite(async ({ site, requested, page }) => {
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

// claim: worker-verifies
Deno.test("neither a wrong bundle nor an error page is stored", async () => {
  await withWorkerSite(async ({ site, replaced, page }) => {
    const { url } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    const other = await site.addBatch([{ module: `${CARD}//2` }, { module: `${CARD}//3` }]);
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

Deno.test("a bundle that is being fetched or stored is not requested again", async () => {
  await withWorkerSite(async ({ site, requested, page }) => {
    const { url } = await site.addBatch([{ module: CARD }]);
    await visitFirst(page, url, 1);
    const { bundles: [bundle] } = await site.addBatch([{ module: `${CARD}//2` }]);
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
});

Deno.test("an update of the script keeps the bundles and deletes the caches of former versions", async () => {
  await withWorkerSite(async ({ site, assets, requested, page }) => {
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
  await withWorkerSite(async ({ site, page }) => {
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
      const lists = keys.flat().map(({ url }) => url).filter((url) => url.includes("limit="));
      return lists.some((url) => url.endsWith("limit=65")) && lists.length > 50 && lists.length <= 60;
    });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/login/);
    await untilInPage(page, async () => (await caches.keys()).length === 0);
  });
});

// claim: worker-deletes
Deno.test("when another user signs in, nothing of the former one is left", async () => {
  await withWorkerSite(async ({ site, context, page }) => {
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
  await withWorkerSite(async ({ site, context, page }) => {
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
  await withWorkerSite(async ({ site, assets, page }) => {
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
  await withWorkerSite(async ({ site, page }) => {
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

for (
  const { locale, title, retry, age } of [
    {
      locale: "en-US",
      title: "You are offline",
      retry: "Try again",
      age: /^Morning brief, .+2026\s+this hour$/,
    },
    {
      locale: "de-AT",
      title: "Du bist offline",
      retry: "Erneut versuchen",
      age: /^Morgen.+2026\s+in dieser Stunde$/,
    },
  ]
) {
  Deno.test(`offline, a page that is not stored is one of our own that says so, and leads on (${locale})`, async () => {
    await withWorkerSite(async ({ site, page }) => {
      const { url } = await site.addBatch([{ module: CARD }]);
      const other = await site.addBatch([{ module: `${CARD}//other` }]);
      await visitFirst(page, url, 1);
      await site.stack.close();
      const response = await page.goto(other.url);
      assert.equal(response!.status(), 503);
      await page.getByRole("heading", { name: title }).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), locale.slice(0, 2));
      const width = await page.locator("main").evaluate((main) => getComputedStyle(main).width);
      assert.equal(width, "640px", "it has the application's stylesheet");
      // The feed that is stored is named, with its age, and opens.
      const stored = page.getByRole("listitem");
      assert.equal(await stored.count(), 1);
      assert.match(await stored.innerText(), age);
      const link = page.getByRole("link", { name: retry });
      assert.equal(await link.evaluate((link) => (link as HTMLAnchorElement).href), other.url);
      await stored.getByRole("link").click();
      await waitForCards(page, "mounted", 1);
      assert.equal(page.url(), url);
    }, { locale });
  });
}

Deno.test("after an update of the server, its pages are stored with its host assets, and those of before are deleted", async () => {
  await withWorkerSite(async ({ site, assets, page }) => {
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
