import type { BrowserContext } from "playwright-core";
import { LIMITS } from "../../../core/contract/mod.ts";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import type { AxeViolation, CardLayout, PageBox, PageElement, ShotRequest } from "../../shots.ts";
import { DrawingPage } from "./drawing_page.ts";
import type { SnapshotFonts } from "./fonts/mod.ts";
import { MAX_SIDE } from "./page_answers.ts";
import { PictureBrowser } from "./picture_browser.ts";
import type { Shot, Theme } from "./plan_shots.ts";
import type { CameraReport } from "./report.ts";
import { type PageErrors, ReloadedPage, ShotPage, UnresponsivePage } from "./shot_page.ts";
import type { ReadManifests } from "./subjects.ts";

/** How often cards are shown again that the dev server reloads meanwhile. */
const MAX_ATTEMPTS = 4;

/** Fits the largest card, which is four columns wide, and its margin. */
const VIEWPORT = { width: 816, height: 768 };

/**
 * How many cards are on one page at the same time. React keeps the places of 10,000 elements in a second; those of larger
 * pages would be unknown.
 */
const MAX_CARDS = 24;

/** After so many cards of one widget that hang, its other cards are not tried. */
const MAX_HUNG_CARDS = 2;

/** What the pictures depend on, besides the widgets. */
export interface CameraSettings {
  /** The fixed time of `Date` in all pages, in milliseconds since 1970. */
  readonly clock: number;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Pixels of a picture for one CSS pixel. */
  readonly scale: number;
}

/** The settings without flags. Pictures of two days are the same. */
export const DEFAULT_CAMERA: CameraSettings = { clock: Date.UTC(2026, 0, 15, 9), timeZone: "UTC", scale: 1 };

/** A picture, and what was observed of the card. */
export interface Photograph {
  /** In PNG; null when the page stopped responding, and for a card that is higher than a picture can be. */
  readonly png: Uint8Array | null;
  /** Why the card is not shown, or null. */
  readonly cardError: string | null;
  readonly errors: PageErrors;
  readonly violations: readonly AxeViolation<PageElement>[];
  readonly layout: CardLayout | null;
  /** How long React took to render the card; null when the page stopped responding. */
  readonly mountMs: number | null;
}

export interface CardPicture {
  readonly png: Uint8Array;
  /** Why the card is not shown, or null. */
  readonly cardError: string | null;
}

/** Of a card that the page does not report as failed, and that has no mounted article with a shadow root. */
const UNMEASURED = "The card cannot be measured: it is not mounted, or its content is hidden";

const NO_ERRORS: PageErrors = { page: [], console: [], policy: [] };

/** A headless browser on a preview. */
export class Camera {
  readonly #pages = new Map<Theme, ShotPage>();
  #drawing: Promise<DrawingPage> | null = null;

  private constructor(
    private readonly url: string,
    private readonly opened: PictureBrowser,
    private readonly context: BrowserContext,
    private readonly scale: number,
  ) {}

  /**
   * Starts the browser.
   *
   * @param url the preview's
   * @param fonts null for those of the machine
   * @throws {SnapshotError} `browser.missing`
   */
  static async open(
    url: string,
    fonts: SnapshotFonts | null,
    { clock, timeZone, scale }: CameraSettings = DEFAULT_CAMERA,
  ): Promise<Camera> {
    const opened = await PictureBrowser.open(fonts);
    try {
      const context = await opened.browser.newContext({
        viewport: VIEWPORT,
        deviceScaleFactor: scale,
        timezoneId: timeZone,
        locale: "en-US",
        colorScheme: "light",
        reducedMotion: "reduce",
      });
      await context.addInitScript(stopDate, clock);
      return new Camera(url, opened, context, scale);
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Whether the browser is still running. */
  get isOpen(): boolean {
    return this.opened.browser.isConnected();
  }

  /** The browser and its fonts, as the report names them. */
  get description(): CameraReport {
    return this.opened.description;
  }

  /** Reads the manifests of live widgets in a page that mounts none of them. */
  readonly readManifests: ReadManifests = async (widgets) => {
    if (widgets.length === 0) return new Map();
    const urls = widgets.map(({ moduleUrl }) => moduleUrl);
    const texts = await this.#onPage("light", (page) => page.readManifests(urls)).catch((error) => {
      if (error instanceof UnresponsivePage) return [];
      throw error;
    });
    // An error of a module is reported with the widget's card.
    if (this.#hasErrors("light")) await this.#discard("light");
    return new Map(widgets.map(({ name }, index) => [name, parseManifestText(texts[index])]));
  };

  /**
   * Takes pictures of one theme, many cards at once, on a page for each group: Chromium takes ten times as long for the
   * pictures of the eighth group on one page, and no widget is on a page that another one has changed. Cards of a widget
   * with errors are taken one by one, so that each error is reported with its card.
   */
  async takeAll(
    theme: Theme,
    shots: readonly Shot[],
    onPhotograph: (shot: Shot, photograph: Photograph) => Promise<void>,
  ): Promise<void> {
    for (const batch of batchShots(shots)) {
      await this.#discard(theme);
      const together = await this.#takeTogether(theme, batch);
      if (together === null) await this.#takeSingly(theme, batch, onPhotograph);
      else for (const [index, shot] of batch.entries()) await onPhotograph(shot, together[index]!);
    }
  }

  async take(shot: Shot): Promise<Photograph> {
    const photographs: Photograph[] = [];
    await this.#takeSingly(
      shot.theme,
      [shot],
      (_, photograph) => Promise.resolve(void photographs.push(photograph)),
    );
    return photographs[0]!;
  }

  /** Takes the picture of one card in PNG, without observing it. */
  async takePicture(theme: Theme, request: ShotRequest): Promise<CardPicture> {
    return await this.#onPage(theme, async (page) => {
      const [shown] = await page.show([request]);
      const { box } = shown!;
      const png = await page.picture({ ...box, height: Math.min(box.height, MAX_SIDE) });
      const [cardError] = await page.cardErrors();
      return { png, cardError: cardError ?? null };
    });
  }

  /** Draws HTML on a page without scripts: see {@link DrawingPage.draw}. */
  async draw(...drawing: Parameters<DrawingPage["draw"]>): Promise<Uint8Array> {
    this.#drawing ??= DrawingPage.open(this.opened.browser);
    return await (await this.#drawing).draw(...drawing);
  }

  /** Ends all pages, so that the next one loads the modules as they are then. */
  async reset(): Promise<void> {
    for (const theme of [...this.#pages.keys()]) await this.#discard(theme);
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.opened.close();
  }

  /** Null when an error cannot be attributed to one card, or the page does not respond. */
  async #takeTogether(theme: Theme, shots: readonly Shot[]): Promise<Photograph[] | null> {
    try {
      const photographs = await this.#onPage(theme, (page) => photograph(page, shots.map(toRequest)));
      if (!this.#hasErrors(theme)) return photographs;
      await this.#discard(theme);
      if (shots.length > 1) return null;
      return photographs;
    } catch (error) {
      await this.#discard(theme);
      if (error instanceof UnresponsivePage) return null;
      throw error;
    }
  }

  async #takeSingly(
    theme: Theme,
    shots: readonly Shot[],
    onPhotograph: (shot: Shot, photograph: Photograph) => Promise<void>,
  ): Promise<void> {
    const hung = new Map<string, number>();
    for (const shot of shots) {
      const { id } = shot.subject;
      const count = hung.get(id) ?? 0;
      if (count >= MAX_HUNG_CARDS) {
        const reason = `The card was not tried: ${count} other cards of the widget did not respond`;
        await onPhotograph(shot, withoutPicture(reason));
        continue;
      }
      try {
        const [taken] = await this.#onPage(theme, (page) => photograph(page, [toRequest(shot)]));
        if (this.#hasErrors(theme)) await this.#discard(theme);
        await onPhotograph(shot, taken!);
      } catch (error) {
        await this.#discard(theme);
        if (!(error instanceof UnresponsivePage)) throw error;
        hung.set(id, count + 1);
        await onPhotograph(shot, withoutPicture(error.message));
      }
    }
  }

  /** If the dev server reloads the page, begins again with another. */
  async #onPage<Result>(theme: Theme, act: (page: ShotPage) => Promise<Result>): Promise<Result> {
    for (let attempt = 1;; attempt++) {
      try {
        return await act(await this.#openPage(theme));
      } catch (error) {
        if (!(error instanceof ReloadedPage) || attempt === MAX_ATTEMPTS) throw error;
        await this.#discard(theme);
      }
    }
  }

  async #openPage(theme: Theme): Promise<ShotPage> {
    const known = this.#pages.get(theme);
    if (known?.isOpen) return known;
    const page = await ShotPage.open(this.context, this.url, theme, this.scale);
    this.#pages.set(theme, page);
    return page;
  }

  #hasErrors(theme: Theme): boolean {
    const errors = this.#pages.get(theme)?.errors;
    return errors !== undefined && errors.page.length + errors.console.length + errors.policy.length > 0;
  }

  async #discard(theme: Theme): Promise<void> {
    const page = this.#pages.get(theme);
    this.#pages.delete(theme);
    await page?.close();
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

/** Cards of one widget are on one page. */
function batchShots(shots: readonly Shot[]): Shot[][] {
  const batches: Shot[][] = [];
  for (const shot of shots) {
    const last = batches.at(-1);
    const fits = last !== undefined && last[0]!.subject === shot.subject && last.length < MAX_CARDS;
    if (fits) last.push(shot);
    else batches.push([shot]);
  }
  return batches;
}

function toRequest({ subject: { kind, id }, size, width, state, locale }: Shot): ShotRequest {
  return { kind, id, size, width, state, stateData: null, locale };
}

async function photograph(page: ShotPage, requests: readonly ShotRequest[]): Promise<Photograph[]> {
  const shown = await page.show(requests);
  const pngs: (Uint8Array | null)[] = [];
  for (const { box } of shown) pngs.push(box.height > MAX_SIDE ? null : await page.picture(box));
  const { layouts, violations } = await page.examine();
  // Read last: an effect or timer may have thrown meanwhile.
  const cardErrors = await page.cardErrors();
  await page.findBlocked();
  const { page: thrown, console, policy } = page.errors;
  const errors = { page: [...thrown], console: [...console], policy };
  return shown.map((card, index) => ({
    png: pngs[index]!,
    cardError: cardErrors[index] ?? (layouts[index] === null ? UNMEASURED : describeHeight(card.box)),
    errors,
    violations: violations[index]!,
    layout: layouts[index]!,
    mountMs: card.mountMs,
  }));
}

/** Why no picture can be taken of a card; null for one that is not too high. */
function describeHeight({ height }: PageBox): string | null {
  if (height <= MAX_SIDE) return null;
  return `The card is ${
    Math.round(height)
  } px high, and a picture at most ${MAX_SIDE} px: show less in it, such as fewer ` +
    "items, or give its images a height";
}

function withoutPicture(cardError: string): Photograph {
  return { png: null, cardError, errors: NO_ERRORS, violations: [], layout: null, mountMs: null };
}

function parseManifestText(text: string | null | undefined): WidgetManifest | null {
  if (text == null || text.length > LIMITS.manifestBytes) return null;
  try {
    return parseManifest(JSON.parse(text));
  } catch {
    return null;
  }
}
