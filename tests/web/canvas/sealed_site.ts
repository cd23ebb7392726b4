import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { NO_FIXTURES, type WebAppDependencies } from "../../../hosts/routes/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { type Envelope, type EnvelopeOptions, makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { openHostAssets } from "../host_assets.ts";
import {
  createIdentity,
  type Intercept,
  openStores,
  serveStack,
  sessionCookie,
  type Stack,
  type Stores,
} from "../../hosts/routes/stack.ts";

/** The real services with a sealed canvas, and a server elsewhere that must receive nothing. */
export class SealedSite {
  /** What the web app answers, which a test may change or hold back. */
  intercept: Intercept = (_request, answer) => answer();
  /** The requests that the server elsewhere received: method and URL. */
  readonly received: string[] = [];
  readonly #elsewhere: Deno.HttpServer<Deno.NetAddr>;
  #batches = 0;

  readonly stack: Stack;

  private constructor(readonly stores: Stores, web: Partial<WebAppDependencies>) {
    const identity = createIdentity({ now: Date.now() });
    const intercept: Intercept = (request, answer) => this.intercept(request, answer);
    this.stack = serveStack(stores, NO_FIXTURES, identity, web, intercept);
    const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
    this.#elsewhere = Deno.serve(options, ({ method, url }) => {
      // A tab that was opened asks for an icon, which may come after its test has ended.
      if (!url.endsWith("/favicon.ico")) this.received.push(`${method} ${url}`);
      return new Response("", { headers: { "Access-Control-Allow-Origin": "*" } });
    });
  }

  /** Starts the services. */
  static async open(
    canvas: "sealed" | "open" = "sealed",
    options: Partial<WebAppDependencies> = {},
  ): Promise<SealedSite> {
    const web = { canvas, ...options, assets: options.assets ?? await openHostAssets() };
    return new SealedSite(await openStores(), web);
  }

  /** The origin of the web app. */
  get origin(): string {
    return this.stack.web.url;
  }

  /** The address of the server elsewhere. */
  get elsewhere(): string {
    return `http://127.0.0.1:${this.#elsewhere.addr.port}`;
  }

  /** Commits widgets as a batch of a day of its own. Returns the address of its page, and its bundles. */
  async addBatch(
    widgets: readonly EnvelopeOptions[],
  ): Promise<{ url: string; bundles: readonly Envelope[] }> {
    const localDate = new Date(Date.UTC(2026, 0, ++this.#batches)).toISOString().slice(0, 10);
    const bundles = await Promise.all(widgets.map(makeEnvelope));
    await this.stores.commit("ada", localDate, "morning_brief", bundles.map(({ bytes }) => bytes));
    return { url: `${this.origin}/feed/${localDate.replaceAll("-", "")}-morning-brief`, bundles };
  }

  /** Stops the services. */
  async close(): Promise<void> {
    await this.stack.close();
    await this.stores.close();
    await this.#elsewhere.shutdown();
  }
}

/** Opens a context of the browser that is signed in. */
export async function openSignedIn(
  browser: Browser,
  site: SealedSite,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const [name = "", value = ""] = (await sessionCookie("ada")).split("=");
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: "Lax" }]);
  return context;
}

/** Runs a test on a signed-in page of a real Chromium. */
export async function withSealedPage(
  site: SealedSite,
  run: (page: Page) => Promise<void>,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<void> {
  const browser = await openChromium();
  try {
    const context = await openSignedIn(browser, site, options);
    await run(await context.newPage());
    await context.close();
  } finally {
    await browser.close();
  }
}

/** The document with the cards. */
export async function cardFrame(page: Page | Frame, canvas: "open" | "sealed"): Promise<Frame> {
  if (canvas === "open") return "mainFrame" in page ? page.mainFrame() : page;
  let frame: Frame | null = null;
  // An element that was replaced since it was found has no frame.
  while (frame === null) frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
  return frame;
}

/** The frame with the cards, once it has the given number of cards of a state. */
export async function waitForCards(page: Page, state: string, count: number): Promise<Frame> {
  const frame = await cardFrame(page, "sealed");
  await frame.waitForFunction(
    ([state, count]) => document.querySelectorAll(`article[data-state="${state}"]`).length === count,
    [state, count] as const,
  );
  return frame;
}
