// budget: 20 s: each case waits until a worker has stored the page
import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { isSoak } from "./each_browser.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { openSignedIn, SealedSite } from "./sealed_site.ts";

/** What the tests use of a page of either browser. */
interface AnyPage {
  goto(url: string): Promise<unknown>;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

type Browse = (site: SealedSite, run: (page: AnyPage) => Promise<void>) => Promise<void>;

const LIST = "/api/daily-pages/v2/batches?limit=1";

/** A widget's module that leaves a mark in the document that it runs in. */
const MODULE = `document.documentElement.dataset.planted = "a module"; export default () => null;`;

/** A site with a service worker and one batch. */
interface WorkerSite {
  readonly site: SealedSite;
  /** The batch's page. */
  readonly url: string;
  /** The hash of its only bundle. */
  readonly hash: string;
}

async function openWorkerSite(): Promise<WorkerSite> {
  const site = await SealedSite.open("sealed", { serviceWorker: true });
  const { url, bundles: [bundle] } = await site.addBatch([{ module: MODULE }]);
  return { site, url, hash: bundle!.hash };
}

let shared: WorkerSite;
Deno.test.beforeAll(async () => void (shared = await openWorkerSite()));
Deno.test.afterAll(() => shared.site.close());

/** Runs a test whose page the worker has stored. */
async function withStoredPage(
  browse: Browse,
  run: (opened: WorkerSite & { page: AnyPage }) => Promise<void>,
  { before = () => Promise.resolve(), opened = shared }: {
    before?: (page: AnyPage, site: SealedSite) => Promise<void>;
    opened?: WorkerSite;
  } = {},
): Promise<void> {
  const { site, url } = opened;
  site.intercept = (_request, answer) => answer();
  await browse(site, async (page) => {
    await before(page, site);
    await page.goto(url);
    await untilInPage(page, async (url) => {
      const keys = [
        url,
        ...["boot-page.mjs", "boot-frame.mjs", "style.css"].map((name) => `/__tck/v1/${name}`),
      ];
      const stored = await Promise.all(keys.map((key) => caches.match(key, { ignoreSearch: true })));
      return !stored.includes(undefined) && navigator.serviceWorker.controller !== null;
    }, new URL(url).pathname);
    await run({ ...opened, page });
  });
}

/** As above, on a site that the test may stop. */
async function withOwnSite(
  browse: Browse,
  run: (opened: WorkerSite & { page: AnyPage }) => Promise<void>,
): Promise<void> {
  const opened = await openWorkerSite();
  try {
    await withStoredPage(browse, run, { opened });
  } finally {
    await opened.site.close();
  }
}

/** Evaluates a condition in the page until it is true. */
async function untilInPage<Argument>(
  page: AnyPage,
  condition: (argument: Argument) => boolean | Promise<boolean>,
  argument: Argument,
): Promise<void> {
  await until(String(condition), () => page.evaluate(condition, argument));
}

/** The keys in all caches of the application, and the names of those of pages. */
const listKeys = async (): Promise<string[]> => {
  const names = (await caches.keys()).filter((name) => name.startsWith("tck-"));
  const keys = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
  return [...names.filter((name) => name.includes("pages")), ...keys.flat().map(({ url }) => url)];
};

/** Puts what is not the application's into every cache of pages, in place of what is there. Runs in the page. */
const plant = async (entries: [key: string, body: string, contentType: string][]) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("tck-pages"));
  for (const name of names.length === 0 ? ["tck-pages-v1-planted"] : names) {
    const cache = await caches.open(name);
    for (const [key, body, contentType] of entries) {
      const headers = { "content-type": contentType, "tck-stored-at": String(Date.now()) };
      await cache.put(key, new Response(body, { headers }));
    }
  }
};

const TESTS: { readonly [title: string]: (browse: Browse) => Promise<void> } = {
  // claim: planted-cache-is-deleted
  "what is in the caches before the first worker is installed is deleted": async (browse) => {
    const before = async (page: AnyPage, site: SealedSite) => {
      await page.goto(`${site.origin}/login`);
      await page.evaluate(async (list) => {
        const script = await (await fetch("/__tck/v1/service-worker.js")).text();
        const [, version] = /"version":"([^"]+)"/.exec(script) ?? [];
        const user = (await fetch(list)).headers.get("Tck-User");
        for (const name of ["v1", `v2-${version}`]) {
          await (await caches.open(`tck-pages-${name}-${user}`)).put("/planted", new Response());
        }
        await (await caches.open("tck-bundles-v1")).put("/planted", new Response());
        await (await caches.open("elsewhere")).put("/other", new Response());
      }, LIST);
    };
    await withStoredPage(browse, async ({ page }) => {
      const keys = await page.evaluate(listKeys);
      assert.ok(keys.length > 3);
      assert.deepEqual(keys.filter((key) => key.includes("planted")), []);
      assert.ok(
        await page.evaluate(async () => await caches.has("elsewhere")),
        "other caches of the origin stay",
      );
    }, { before });
  },

  // claim: stored-page-runs-no-foreign-script
  "a page that another script has stored runs no script, and its host assets are not used": (browse) =>
    withOwnSite(browse, async ({ site, page, url, hash }) => {
      const module = `/api/widgets/v1/${hash}/widget.mjs`;
      const integrity = `sha384-${hash.replaceAll("-", "+").replaceAll("_", "/")}`;
      // The module's answer is immutable: the browser keeps it.
      await page.evaluate(async (module) => void await (await fetch(module)).text(), module);
      const mark = (name: string) => `document.documentElement.dataset.planted = "${name}"`;
      const html = `<!doctype html><title>planted</title><p>planted</p>
        <script>${mark("an inline script")}</script>
        <img src="data:," onerror='${mark("an attribute")}'>
        <script type="module" crossorigin integrity="${integrity}" src="${module}"></script>
        <script type="module" src="/__tck/v1/boot-page.mjs"></script>
        <script src="/__tck/v1/planted.js"></script>
        <iframe srcdoc='<script>parent.${mark("a frame")}</script>'></iframe>
        <iframe src="javascript:parent.${mark("an address")}"></iframe>
        <script src="data:text/javascript,${encodeURIComponent(mark("a data address"))}"></script>`;
      const path = new URL(url).pathname;
      await page.evaluate(plant, [
        [path, html, "text/html"],
        ["/", html, "text/html"],
        ["/__tck/v1/boot-page.mjs", mark("a host asset"), "text/javascript"],
        ["/__tck/v1/planted.js", mark("an asset of another name"), "text/javascript"],
        [LIST, html, "text/html"],
      ]);
      await site.stack.close();
      for (const address of [path, "/"]) {
        await page.goto(site.origin + address);
        await page.evaluate(async () => {
          if (document.readyState !== "complete") {
            await new Promise((resolve) => addEventListener("load", resolve));
          }
        });
        await whileNothingMay("anything planted run", 100);
        const shown = await page.evaluate(
          () => [document.title, document.documentElement.dataset["planted"]],
        );
        assert.deepEqual(shown, ["planted", undefined], address);
      }
      const answers = await page.evaluate(
        async (keys) =>
          await Promise.all(
            keys.map((key) =>
              fetch(key, { cache: "no-store" }).then(
                ({ headers }) => headers.get("content-type"),
                () => "none",
              )
            ),
          ),
        ["/__tck/v1/boot-page.mjs", "/__tck/v1/planted.js", LIST, "/__tck/v1/style.css"],
      );
      assert.deepEqual(answers, ["none", "none", "application/json", "text/css; charset=utf-8"]);
    }),

  // claim: nothing-stored-while-signing-out
  "what is answered while a sign-out is pending is not stored": (browse) =>
    withStoredPage(browse, async ({ site, page, url }) => {
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      site.intercept = async (request, answer) => {
        if (new URL(request.url).pathname === "/logout") {
          begun.resolve();
          await mayEnd.promise;
        }
        return await answer();
      };
      await page.evaluate(() => {
        const leaving = fetch("/logout", { method: "POST", redirect: "manual" });
        Object.assign(globalThis, { leaving });
      });
      await begun.promise;
      const answered = await page.evaluate(async ([list, path]) => {
        const pages = await Promise.all([list, path, "/__tck/v1/style.css"].map((key) => fetch(key!)));
        await Promise.all(pages.map((page) => page.text()));
        return pages.map(({ status }) => status);
      }, [LIST, url] as const);
      assert.deepEqual(answered, [200, 200, 200]);
      await whileNothingMay("the worker store what it has answered", 250);
      assert.deepEqual(await page.evaluate(listKeys), [], "while it is pending");
      await page.evaluate(plant, [["/planted", "by another script or worker", "text/plain"]]);
      mayEnd.resolve();
      await page.evaluate(async () =>
        void await (globalThis as unknown as { leaving: Promise<unknown> }).leaving
      );
      await whileNothingMay("the worker store what it has answered", 250);
      assert.deepEqual(await page.evaluate(listKeys), [], "after it");
    }),

  // claim: nothing-stored-while-signing-out
  "what was requested before a sign-out and arrives after it is not stored": (browse) =>
    withStoredPage(browse, async ({ site, page }) => {
      const mayArrive = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      site.intercept = async (request, answer) => {
        const response = await answer();
        const limit = new URL(request.url).searchParams.get("limit");
        if (limit === "2") {
          begun.resolve();
          await mayArrive.promise;
        }
        if (limit !== "3") return response;
        // Of this answer only the headers arrive before.
        const content = new Uint8Array(await response.arrayBuffer());
        const body = new ReadableStream({
          async start(controller) {
            controller.enqueue(content.slice(0, 1));
            await mayArrive.promise;
            controller.enqueue(content.slice(1));
            controller.close();
          },
        });
        return new Response(body, response);
      };
      await page.evaluate(async () => {
        const read = async (limit: number) =>
          await (await fetch(`/api/daily-pages/v2/batches?limit=${limit}`)).json();
        const late = read(2);
        const { body } = await fetch("/api/daily-pages/v2/batches?limit=3");
        Object.assign(globalThis, { late: Promise.all([late, new Response(body).json()]) });
      });
      await begun.promise;
      await page.evaluate(async () => void await fetch("/logout", { method: "POST", redirect: "manual" }));
      assert.deepEqual(await page.evaluate(listKeys), []);
      const delayed = site.intercept;
      const Cookie = await sessionCookie("bob");
      site.intercept = (request, answer) =>
        request.url.endsWith(LIST)
          ? answer(new Request(request, { headers: { Cookie } }))
          : delayed(request, answer);
      await page.evaluate(async (list) => void await fetch(list), LIST);
      await untilInPage(page, async (list) => await caches.match(list) !== undefined, LIST);
      const ofOther = await page.evaluate(listKeys);
      assert.equal(ofOther.length, 2, "the list of the user who has signed in since");
      mayArrive.resolve();
      const lists = await page.evaluate(async () => {
        const lists = await (globalThis as unknown as { late: Promise<{ batches: unknown[] }[]> }).late;
        return lists.map(({ batches }) => batches.length);
      });
      assert.deepEqual(lists, [1, 1]);
      await whileNothingMay("the worker store what it has answered", 250);
      assert.deepEqual(await page.evaluate(listKeys), ofOther);
    }),

  "an equal answer is stored again with its new date, once it is a day old": (browse) =>
    withStoredPage(browse, async ({ page }) => {
      await page.evaluate(async (list) => void await fetch(list), LIST);
      await untilInPage(page, async (list) => await caches.match(list) !== undefined, LIST);
      for (const [age, isRenewed] of [[2, true], [0.5, false]] as const) {
        const date = await page.evaluate(async ([list, age]) => {
          const date = String(Date.now() - age * 24 * 60 * 60 * 1000);
          const names = (await caches.keys()).filter((name) => name.startsWith("tck-pages"));
          for (const name of names) {
            const cache = await caches.open(name);
            const stored = await cache.match(list);
            if (stored === undefined) continue;
            const headers = new Headers(stored.headers);
            headers.set("tck-stored-at", date);
            await cache.put(list, new Response(await stored.blob(), { headers }));
          }
          await (await fetch(list)).text();
          return date;
        }, [LIST, age] as const);
        const isDatedAnew = async ([list, date]: readonly [string, string]) =>
          (await caches.match(list))!.headers.get("tck-stored-at") !== date;
        if (isRenewed) await untilInPage(page, isDatedAnew, [LIST, date] as const);
        else {
          await whileNothingMay("the list be stored again", 250);
          assert.equal(await page.evaluate(isDatedAnew, [LIST, date] as const), false);
        }
      }
    }),

  "the first page that a reader opens is there offline, with its query": async (browse) => {
    const { site, url } = shared;
    site.intercept = (_request, answer) => answer();
    await browse(site, async (page) => {
      const path = `${new URL(url).pathname}?lang=de`;
      await page.goto(site.origin + path);
      await untilInPage(page, async (path) => await caches.match(path) !== undefined, path);
    });
  },

  "after a sign-out that failed, the pages are stored again": (browse) =>
    withStoredPage(browse, async ({ site, page }) => {
      site.intercept = (request, answer) =>
        new URL(request.url).pathname === "/logout"
          ? Promise.resolve(new Response(null, { status: 502 }))
          : answer();
      const status = await page.evaluate(async () => (await fetch("/logout", { method: "POST" })).status);
      assert.deepEqual([status, await page.evaluate(listKeys)], [502, []]);
      await page.evaluate(async (list) => void await fetch(list), LIST);
      await untilInPage(page, async (list) => await caches.match(list) !== undefined, LIST);
    }),
};

const inChromium: Browse = async (site, run) => {
  const browser = await openChromium();
  try {
    const context = await openSignedIn(browser, site);
    await run(await context.newPage() as unknown as AnyPage);
    await context.close();
  } finally {
    await browser.close();
  }
};

if (!isSoak) {
  for (const [title, test] of Object.entries(TESTS)) Deno.test(title, () => test(inChromium));
} else if (await hasPrograms(["firefox-esr"], "stored pages in Firefox", "firefox-esr")) {
  const inFirefox: Browse = (_site, run) => withFirefoxPage((page) => run(page as unknown as AnyPage));
  for (const [title, test] of Object.entries(TESTS)) {
    Deno.test(`Firefox: ${title}`, () => test(inFirefox));
  }
}
