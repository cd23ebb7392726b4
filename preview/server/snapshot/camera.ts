import type { Browser, BrowserContext, Page } from "playwright-core";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import { launchBrowser } from "./browser.ts";
import { awaitContent, findViolations, measureOverflow, takePicture } from "./card_measures.ts";
import type { Shot } from "./plan_shots.ts";
import type { Observation } from "./report.ts";
import type { ReadManifests } from "./subjects.ts";

/** How long a card may take to be painted, including the dev server's first search for dependencies. */
const PAINT_TIMEOUT_MS = 60_000;

/** How often a page is opened that the dev server reloads meanwhile. */
const MAX_ATTEMPTS = 4;

/** The fixed time of all pages, so that pictures differ only when widgets do. */
const FIXED_TIME = Date.UTC(2026, 0, 15, 9);

/** Fits the largest card, which is four columns wide, and its margin. */
const VIEWPORT = { width: 816, height: 768 };

/** How long a page may take in all: the script of a widget may not end. */
const PAGE_TIMEOUT_MS = 90_000;

/** Not the name of a folder or bundle. */
const NO_WIDGET = "-";

const PAINTED = "html[data-tck-ready], html[data-tck-error]";

/** A picture in PNG, and the observations. */
interface Photograph extends Observation {
  /** Null when the page stopped responding. */
  readonly png: Uint8Array | null;
}

const NO_OBSERVATIONS: Omit<Observation, "cardError"> = {
  pageErrors: [],
  consoleErrors: [],
  violations: [],
  overflow: null,
  mountMs: null,
};

/** A page does not respond. */
class UnresponsivePage extends Error {
  constructor() {
    super(
      `The page did not respond within ${PAGE_TIMEOUT_MS / 1000} seconds: a script of the widget may not end`,
    );
  }
}

/** A headless browser on the Stage of a preview. */
export class Camera {
  private constructor(
    private readonly url: string,
    private readonly browser: Browser,
    private readonly context: BrowserContext,
  ) {}

  /**
   * Starts the browser.
   *
   * @param url the preview's
   * @throws {SnapshotError} `browser.missing`
   */
  static async open(url: string): Promise<Camera> {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({
        viewport: VIEWPORT,
        timezoneId: "UTC",
        locale: "en-US",
        colorScheme: "light",
        reducedMotion: "reduce",
      });
      await context.addInitScript(stopDate, FIXED_TIME);
      return new Camera(url, browser, context);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Whether the browser is still running. */
  get isOpen(): boolean {
    return this.browser.isConnected();
  }

  /** Reads the manifests of live widgets in a page that mounts none of them. */
  readonly readManifests: ReadManifests = async (widgets) => {
    if (widgets.length === 0) return new Map();
    const urls = widgets.map(({ moduleUrl }) => moduleUrl);
    const texts = await this.#onStage({ widget: NO_WIDGET }, async (page) => {
      await awaitPaint(page);
      return await page.evaluate(readManifestTexts, urls);
    }).catch((error) => {
      if (error instanceof UnresponsivePage) return [];
      throw error;
    });
    return new Map(widgets.map(({ name }, index) => [name, parseManifestText(texts[index])]));
  };

  /** Takes a picture. */
  async take({ subject, size, theme, state, locale }: Shot): Promise<Photograph> {
    try {
      return await this.#onStage({ widget: subject.id, size, theme, state, locale }, observe);
    } catch (error) {
      if (error instanceof UnresponsivePage) {
        return { ...NO_OBSERVATIONS, png: null, cardError: error.message };
      }
      throw error;
    }
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.browser.close();
  }

  /** Opens a new page; if the dev server reloads it, begins again with another. */
  async #onStage<Result>(
    parameters: { readonly [name: string]: string | null },
    observe: (page: Page, errors: PageErrors) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1;; attempt++) {
      const page = await this.context.newPage();
      let loads = 0;
      page.on("request", (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
      });
      try {
        const errors = collectErrors(page);
        await page.goto(this.#urlOf(parameters), {
          waitUntil: "domcontentloaded",
          timeout: PAINT_TIMEOUT_MS,
        });
        const result = await withTimeout(observe(page, errors));
        if (loads === 1 || attempt === MAX_ATTEMPTS) return result;
      } catch (error) {
        if (loads === 1 || attempt === MAX_ATTEMPTS) throw error;
      } finally {
        await page.close();
      }
    }
  }

  #urlOf(parameters: { readonly [name: string]: string | null }): string {
    const url = new URL(this.url);
    for (const [name, value] of Object.entries({ chrome: "none", mount: "inline", ...parameters })) {
      if (value !== null) url.searchParams.set(name, value);
    }
    return url.href;
  }
}

/**
 * In a page: fixes the time of `Date`. Playwright's clock is not used, since it also replaces the timers and drops the
 * errors that they throw.
 *
 * @param time in milliseconds since 1970
 */
function stopDate(time: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, newTarget) =>
      Reflect.construct(date, args.length === 0 ? [time] : args, newTarget),
    apply: (date) => new date(time).toString(),
    get: (date, name) => name === "now" ? () => time : Reflect.get(date, name),
  });
}

interface PageErrors {
  readonly page: string[];
  readonly console: string[];
}

function collectErrors(page: Page): PageErrors {
  const errors: PageErrors = { page: [], console: [] };
  page.on("pageerror", (error) => errors.page.push(shorten(error.message)));
  page.on("console", (message) => {
    // React logs a format string, whose directives come first.
    const text = message.text().replace(/^(?:%[a-z]\s*)+/i, "");
    if (message.type() === "error") errors.console.push(shorten(text));
  });
  return errors;
}

async function observe(page: Page, errors: PageErrors): Promise<Photograph> {
  const isPainted = await awaitPaint(page).then(() => true, () => false);
  await awaitContent(page);
  const png = await takePicture(page);
  const isShown = isPainted && (await readMarks(page)).error === null;
  const violations = isShown ? await findViolations(page) : [];
  const overflow = isShown ? await measureOverflow(page) : null;
  const { error, mountMs } = await readMarks(page); // Read last: an effect or timer may have thrown meanwhile.
  return {
    png,
    cardError: isPainted ? error : `The card was not painted within ${PAINT_TIMEOUT_MS / 1000} seconds`,
    pageErrors: [...errors.page],
    consoleErrors: [...errors.console],
    violations,
    overflow,
    mountMs,
  };
}

async function awaitPaint(page: Page): Promise<void> {
  await page.locator(PAINTED).waitFor({ state: "attached", timeout: PAINT_TIMEOUT_MS });
}

/** A page whose script does not end never responds. */
async function withTimeout<Result>(observing: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnresponsivePage()), PAGE_TIMEOUT_MS);
  });
  observing.catch(() => {}); // Fails when the page is closed.
  return await Promise.race([observing, timeout]).finally(() => clearTimeout(timer));
}

/** In a page: the manifests of modules as JSON; null for a module that cannot be loaded. */
async function readManifestTexts(urls: readonly string[]): Promise<string[]> {
  return await Promise.all(urls.map(async (url) => {
    const module = await import(new URL(url, location.href).href).catch(() => null);
    return JSON.stringify(module?.manifest ?? null);
  }));
}

function parseManifestText(text: string | undefined): WidgetManifest | null {
  try {
    return parseManifest(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

async function readMarks(page: Page): Promise<{ error: string | null; mountMs: number | null }> {
  const { tckError, tckMountMs } = await page.locator("html").evaluate((root: HTMLElement) => ({
    ...root.dataset,
  }));
  return { error: tckError ?? null, mountMs: tckMountMs === undefined ? null : Number(tckMountMs) };
}

function shorten(text: string): string {
  return text.slice(0, 2_000);
}
