import type { Browser, BrowserContext, Page } from "playwright-core";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import { launchBrowser } from "./browser.ts";
import { awaitContent, findViolations, measureOverflow, takePicture } from "./card_measures.ts";
import type { Shot } from "./plan_shots.ts";
import type { Observation } from "./report.ts";
import type { ReadManifests } from "./subjects.ts";

/** How long a card may take to be painted, the dev server's first look at the dependencies included, in milliseconds. */
const PAINT_TIME = 60_000;

/** How often a picture is begun, when the dev server loads the page anew meanwhile. */
const ATTEMPTS = 4;

/** All pages live at one moment, so that pictures differ only when widgets do. */
const MOMENT = Date.UTC(2026, 0, 15, 9);

/** The largest card is four columns wide; with its margin it fits. */
const VIEWPORT = { width: 816, height: 768 };

/** How long a page may take for everything, in milliseconds: a widget may never come to an end. */
const PAGE_TIME = 90_000;

/** No folder and no bundle is called so. */
const NO_WIDGET = "-";

const PAINTED = "html[data-tck-ready], html[data-tck-error]";

/** A picture in PNG, and what was seen. */
export interface Photograph extends Observation {
  /** Null when the page did not answer any more. */
  readonly png: Uint8Array | null;
}

const NOTHING_SEEN: Omit<Observation, "cardError"> = {
  pageErrors: [],
  consoleErrors: [],
  violations: [],
  overflow: null,
  mountMs: null,
};

/** A page that does not answer. */
class SilentPage extends Error {
  constructor() {
    super(`The page did not answer within ${PAGE_TIME / 1000} seconds: the widget may run without an end`);
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
      await context.addInitScript(stopDate, MOMENT);
      return new Camera(url, browser, context);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Whether the browser is still there. */
  get isOpen(): boolean {
    return this.browser.isConnected();
  }

  /** Reads the manifests of widgets in the project's sources, in a page of the browser that mounts none of them. */
  readonly readManifests: ReadManifests = async (widgets) => {
    if (widgets.length === 0) return new Map();
    const urls = widgets.map(({ moduleUrl }) => moduleUrl);
    const texts = await this.#onStage({ widget: NO_WIDGET }, async (page) => {
      await awaitPaint(page);
      return await page.evaluate(readManifestTexts, urls);
    }).catch((error) => {
      if (error instanceof SilentPage) return [];
      throw error;
    });
    return new Map(widgets.map(({ name }, index) => [name, parseManifestText(texts[index])]));
  };

  /** Takes a picture. */
  async take({ subject, size, theme, state, locale }: Shot): Promise<Photograph> {
    try {
      return await this.#onStage({ widget: subject.id, size, theme, state, locale }, observe);
    } catch (error) {
      if (error instanceof SilentPage) return { ...NOTHING_SEEN, png: null, cardError: error.message };
      throw error;
    }
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.browser.close();
  }

  /** Opens a page of its own; when the dev server loads it anew, all begins once more. */
  async #onStage<Result>(
    parameters: { readonly [name: string]: string | null },
    look: (page: Page, errors: PageErrors) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1;; attempt++) {
      const page = await this.context.newPage();
      let loads = 0;
      page.on("request", (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
      });
      try {
        const errors = hearErrors(page);
        await page.goto(this.#addressOf(parameters), { waitUntil: "domcontentloaded", timeout: PAINT_TIME });
        const result = await inTime(look(page, errors));
        if (loads === 1 || attempt === ATTEMPTS) return result;
      } catch (error) {
        if (loads === 1 || attempt === ATTEMPTS) throw error;
      } finally {
        await page.close();
      }
    }
  }

  #addressOf(parameters: { readonly [name: string]: string | null }): string {
    const address = new URL(this.url);
    for (const [name, value] of Object.entries({ chrome: "none", mount: "inline", ...parameters })) {
      if (value !== null) address.searchParams.set(name, value);
    }
    return address.href;
  }
}

/**
 * In a page: what time it is does not change. Playwright's own clock replaces the timers as well, and with them goes what
 * they throw.
 *
 * @param moment in milliseconds since 1970
 */
function stopDate(moment: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, newTarget) =>
      Reflect.construct(date, args.length === 0 ? [moment] : args, newTarget),
    apply: (date) => new date(moment).toString(),
    get: (date, name) => name === "now" ? () => moment : Reflect.get(date, name),
  });
}

interface PageErrors {
  readonly page: string[];
  readonly console: string[];
}

function hearErrors(page: Page): PageErrors {
  const errors: PageErrors = { page: [], console: [] };
  page.on("pageerror", (error) => errors.page.push(shorten(error.message)));
  page.on("console", (message) => {
    // React gives a format with its directives in front, and then what they stand for.
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
  const { error, mountMs } = await readMarks(page); // Last: an effect or a timer may have thrown meanwhile.
  return {
    png,
    cardError: isPainted ? error : `The card was not painted within ${PAINT_TIME / 1000} seconds`,
    pageErrors: [...errors.page],
    consoleErrors: [...errors.console],
    violations,
    overflow,
    mountMs,
  };
}

async function awaitPaint(page: Page): Promise<void> {
  await page.locator(PAINTED).waitFor({ state: "attached", timeout: PAINT_TIME });
}

/** What is asked of a page whose script never ends is never answered. */
async function inTime<Result>(looking: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentPage()), PAGE_TIME);
  });
  looking.catch(() => {}); // It fails once the page is closed.
  return await Promise.race([looking, silence]).finally(() => clearTimeout(timer));
}

/** In a page: the manifests of modules as JSON, null for a module that cannot be loaded. */
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
