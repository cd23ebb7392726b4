import type { Browser, BrowserContext } from "playwright-core";
import type { Theme } from "../plan_shots.ts";
import type { CameraSettings } from "./camera_settings.ts";
import { ShotPage, UnstartedPage } from "./shot_page.ts";

/** Fits the largest card, which is four columns wide, and its margin. */
const VIEWPORT = { width: 816, height: 768 };

/** How often a page is opened for a card: a dev server that is busy at first may answer then. */
const MAX_STARTS = 2;

/** The pages in a row that fail to start after which no other is opened: each takes a minute. */
const MAX_UNSTARTED = 4;

/**
 * Opens pages of the shell. Each has a browser context of its own, which ends with it: what a widget keeps in the browser
 * (cookies, storage, caches, workers) reaches no other page.
 */
export class PageStarts {
  /** How many pages in a row did not start. */
  #unstarted = 0;

  /**
   * @param url the preview's
   * @param timeout how many milliseconds the shell may take to start
   */
  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly settings: CameraSettings,
    private readonly timeout: number,
  ) {}

  /** @throws {UnstartedPage} */
  async open(theme: Theme): Promise<ShotPage> {
    for (let start = 1;; start++) {
      if (this.#unstarted >= MAX_UNSTARTED) {
        throw new UnstartedPage(
          `The card was not tried: the preview's page did not start ${MAX_UNSTARTED} times`,
        );
      }
      try {
        const context = await this.#createContext();
        const page = await ShotPage.open(context, this.url, theme, this.settings.scale, this.timeout);
        this.#unstarted = 0;
        return page;
      } catch (error) {
        if (!(error instanceof UnstartedPage)) throw error;
        this.#unstarted++;
        if (start === MAX_STARTS) throw error;
      }
    }
  }

  async #createContext(): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: VIEWPORT,
      deviceScaleFactor: this.settings.scale,
      timezoneId: this.settings.timeZone,
      locale: "en-US",
      colorScheme: "light",
      reducedMotion: "reduce",
      acceptDownloads: false, // They would be files on the disk.
    });
    await context.addInitScript(stopDate, this.settings.clock);
    return context;
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
