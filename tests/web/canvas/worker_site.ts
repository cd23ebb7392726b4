import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import type { Fixtures } from "../../../hosts/routes/mod.ts";
import type { HostAssets } from "../../../web/assets/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { until } from "../../waiting/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { openSignedIn, SealedSite, waitForCards } from "./sealed_site.ts";

/** A widget that shows a text. */
export const CARD: string = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

/** The name of the worker's script. */
export const SCRIPT = "service-worker.js";

/** A site with a service worker, and what its web app was asked for. */
export interface WorkerSite {
  readonly site: SealedSite;
  readonly assets: Map<string, NonNullable<ReturnType<HostAssets["get"]>>>;
  /** The hashes of the bundles that the web app was asked for. */
  readonly requested: string[];
  /** Envelopes that the web app sends in place of those of the storage service, by hash. */
  readonly replaced: Map<string, Uint8Array>;
}

/** Opens a site with a service worker. */
export async function openWorkerSite(): Promise<WorkerSite> {
  const [requested, replaced] = [[] as string[], new Map<string, Uint8Array>()];
  const assets = new Map(await openHostAssets());
  const fixtures: Fixtures = {
    batch: () => Promise.resolve(null),
    read(hash) {
      requested.push(hash);
      return Promise.resolve(replaced.get(hash) as Uint8Array<ArrayBuffer> ?? null);
    },
  };
  const site = await SealedSite.open("sealed", { serviceWorker: true, fixtures, assets });
  return { site, assets, requested, replaced };
}

/** What is tried in a context of its own, in a real Chromium. */
type WorkerTest = (opened: WorkerSite & { context: BrowserContext; page: Page }) => Promise<void>;

/** Runs a test on a site that it leaves as it is. */
export async function withWorkerPage(
  worker: WorkerSite,
  run: WorkerTest,
  options: Parameters<typeof openSignedIn>[2] = {},
): Promise<void> {
  worker.requested.length = 0;
  const browser = await openChromium();
  try {
    const context = await openSignedIn(browser, worker.site, options);
    await run({ ...worker, context, page: await context.newPage() });
  } finally {
    worker.replaced.clear();
    await browser.close();
  }
}

/** Runs a test on a site of its own, which it may change or stop. */
export async function withOwnWorkerSite(
  run: WorkerTest,
  options: Parameters<typeof openSignedIn>[2] = {},
): Promise<void> {
  const worker = await openWorkerSite();
  try {
    await withWorkerPage(worker, run, options);
  } finally {
    await worker.site.close();
  }
}

/** Opens a page for the first time, and waits until the worker has stored it with its assets and bundles. */
export async function visitFirst(page: Page, url: string, bundles: number): Promise<void> {
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
export async function untilInPage(
  page: Page,
  condition: (arg: string | number) => Promise<boolean>,
  arg: string | number = "",
): Promise<void> {
  await until(String(condition), () => page.evaluate(condition, arg));
}

/** The paths that the caches with a prefix of their names have. */
export async function keysOf(page: Page, prefix: string): Promise<string[]> {
  return await page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, prefix);
}

/** What the page says that is shown in place of one that is not stored, in a language. */
interface OfflineTexts {
  readonly locale: string;
  readonly title: string;
  readonly retry: string;
  readonly age: RegExp;
}

/** Asserts that a page which is not stored is one that says so, and leads on. */
export async function expectOfflinePage({ locale, title, retry, age }: OfflineTexts): Promise<void> {
  await withOwnWorkerSite(async ({ site, page }) => {
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
}
