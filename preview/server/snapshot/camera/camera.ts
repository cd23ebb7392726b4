import { LIMITS } from "../../../../core/contract/mod.ts";
import { parseManifest, type WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { AxeViolation, CardLayout, PageBox, PageElement, ShotRequest } from "../../../shots.ts";
import { type CameraSettings, DEFAULT_CAMERA } from "./camera_settings.ts";
import { withinTime } from "./deadline.ts";
import type { DrawingPage } from "./drawing_page.ts";
import type { SnapshotFonts } from "../fonts/mod.ts";
import { MAX_SIDE } from "./page_answers.ts";
import { PageStarts } from "./page_starts.ts";
import { Patience } from "./patience.ts";
import { PictureBrowser } from "./picture_browser.ts";
import type { Shot, Theme } from "../plan_shots.ts";
import type { CameraReport } from "../report/report.ts";
import {
  type PageErrors,
  ReloadedPage,
  type ShotPage,
  START_TIMEOUT_MS,
  UnresponsivePage,
} from "./shot_page.ts";
import type { ReadManifests, Subject } from "../subjects.ts";

/** How often cards are shown again when their page is loaded again meanwhile, by the dev server or by one of them. */
const MAX_ATTEMPTS = 4;

/** How long the cards of one page may take in all. */
const GROUP_TIMEOUT_MS = 300_000;

/** How long a single card may take in all. */
const CARD_TIMEOUT_MS = 120_000;

const RELOADED = `The page was loaded again, or another one in its place, ${MAX_ATTEMPTS} times: ` +
  "the widget may navigate when it is shown";

/**
 * How many cards are on one page at the same time. React keeps the places of 10,000 elements in a second; those of larger
 * pages would be unknown.
 */
const MAX_CARDS = 24;

/** A picture, and what was observed of the card. */
export interface Photograph {
  /** In PNG; null when the page stopped responding, and for a card that is higher than a picture can be. */
  readonly png: Uint8Array | null;
  /** Why the card is not shown, or null. */
  readonly cardError: string | null;
  /** The stack of {@link cardError}; null without one. */
  readonly cardErrorStack: string | null;
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

/** Why a card is not shown that the page does not report as failed, and that has no mounted article with a shadow root. */
const UNMEASURED = "The card cannot be measured: it is not mounted, or its content is hidden";

const NO_ERRORS: PageErrors = { page: [], console: [], policy: [] };

/**
 * How many pages that have read manifests wait for the cards of their widgets. Each saves the start of another page, and is
 * a process with 30 MB of its own.
 */
const MAX_READY = 16;

/** A page, and the one widget that is on it. */
interface OwnPage {
  readonly page: ShotPage;
  readonly widget: string;
}

/** A headless browser on a preview. */
export class Camera {
  readonly #pages = new Map<Theme, OwnPage>();
  /** Pages that have read a manifest in the light theme and shown no card, by widget. */
  readonly #ready = new Map<string, ShotPage>();

  private constructor(private readonly opened: PictureBrowser, private readonly starts: PageStarts) {}

  /**
   * Starts the browser.
   *
   * @param url the preview's
   * @param fonts null for those of the machine
   * @param startTimeout how many milliseconds the preview's page may take to start
   * @throws {SnapshotError} `browser.missing`
   */
  static async open(
    url: string,
    fonts: SnapshotFonts | null,
    settings: CameraSettings = DEFAULT_CAMERA,
    startTimeout = START_TIMEOUT_MS,
  ): Promise<Camera> {
    const opened = await PictureBrowser.open(fonts);
    return new Camera(opened, new PageStarts(opened.browser, url, settings, startTimeout));
  }

  /** Whether the browser is still running. */
  get isOpen(): boolean {
    return this.opened.browser.isConnected();
  }

  /** The browser and its fonts, as the report names them. */
  get description(): CameraReport {
    return this.opened.description;
  }

  /** Reads the manifests of live widgets, each on a page of its own that mounts none: a module can change its page. */
  readonly readManifests: ReadManifests = async (widgets) => {
    const manifests = new Map<string, WidgetManifest | null>();
    for (const { name, moduleUrl } of widgets) {
      manifests.set(name, parseManifestText(await this.#readManifestText(name, moduleUrl)));
    }
    return manifests;
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
    const patiences = new Map<Subject, Patience>();
    for (const batch of batchShots(shots)) {
      if (this.#pages.get(theme)?.page.hasShown) await this.#discard(theme);
      const { subject } = batch[0]!;
      const patience = patiences.get(subject) ?? new Patience();
      patiences.set(subject, patience);
      const isGroup = batch.length > 1 && patience.ended === null;
      const together = isGroup ? await this.#takeTogether(theme, batch) : null;
      if (together === null) await this.#takeSingly(theme, batch, patience, onPhotograph);
      else for (const [index, shot] of batch.entries()) await onPhotograph(shot, together[index]!);
    }
  }

  async take(shot: Shot): Promise<Photograph> {
    const photographs: Photograph[] = [];
    await this.#takeSingly(
      shot.theme,
      [shot],
      new Patience(),
      (_, photograph) => Promise.resolve(void photographs.push(photograph)),
    );
    return photographs[0]!;
  }

  /** Takes the picture of one card in PNG, without observing it. */
  async takePicture(theme: Theme, request: ShotRequest): Promise<CardPicture> {
    return await this.#onPage(theme, `${request.kind} ${request.id}`, async (page) => {
      const [shown] = await page.show([request]);
      const { box } = shown!;
      const png = await page.picture({ ...box, height: Math.min(box.height, MAX_SIDE) });
      const [cardError] = await page.cardErrors();
      return { png, cardError: cardError?.message ?? null };
    }, CARD_TIMEOUT_MS);
  }

  /** Draws HTML on a page without scripts: see {@link DrawingPage.draw}. */
  async draw(...drawing: Parameters<DrawingPage["draw"]>): Promise<Uint8Array> {
    return await this.opened.drawing.draw(...drawing);
  }

  /** Ends all pages, so that the next one loads the modules as they are then. */
  async reset(): Promise<void> {
    const ready = [...this.#ready.values()];
    this.#ready.clear();
    await Promise.all(ready.map((page) => page.close()));
    for (const theme of [...this.#pages.keys()]) await this.#discard(theme);
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.opened.close();
  }

  /** Null for a module that cannot be loaded, and for one that leaves or blocks its page. */
  async #readManifestText(name: string, moduleUrl: string): Promise<string | null> {
    const widget = `live ${name}`;
    try {
      const [text] = await this.#onPage(
        "light",
        widget,
        (page) => page.readManifests([moduleUrl]),
        CARD_TIMEOUT_MS,
      );
      // An error of the module is reported with the widget's card.
      if (this.#hasErrors("light")) await this.#discard("light");
      else this.#keepReady();
      return text ?? null;
    } catch (error) {
      await this.#discard("light");
      if (error instanceof UnresponsivePage) return null;
      throw error;
    }
  }

  /** Null when an error cannot be attributed to one card, or the page does not respond. */
  async #takeTogether(theme: Theme, shots: readonly Shot[]): Promise<Photograph[] | null> {
    try {
      const photographs = await this.#onPage(
        theme,
        widgetOf(shots[0]!),
        (page) => photograph(page, shots.map(toRequest)),
        GROUP_TIMEOUT_MS,
      );
      if (!this.#hasErrors(theme)) return photographs;
      await this.#discard(theme);
      return null;
    } catch (error) {
      await this.#discard(theme);
      if (error instanceof UnresponsivePage) return null;
      throw error;
    }
  }

  /** @param patience what is left for the widget of these cards */
  async #takeSingly(
    theme: Theme,
    shots: readonly Shot[],
    patience: Patience,
    onPhotograph: (shot: Shot, photograph: Photograph) => Promise<void>,
  ): Promise<void> {
    for (const shot of shots) {
      const ended = patience.ended;
      if (ended !== null) {
        await onPhotograph(shot, withoutPicture(ended));
        continue;
      }
      const began = performance.now();
      try {
        const [taken] = await this.#onPage(
          theme,
          widgetOf(shot),
          (page) => photograph(page, [toRequest(shot)]),
          CARD_TIMEOUT_MS,
        );
        if (this.#hasErrors(theme)) await this.#discard(theme);
        patience.spend(performance.now() - began);
        await onPhotograph(shot, taken!);
      } catch (error) {
        await this.#discard(theme);
        if (!(error instanceof UnresponsivePage)) throw error;
        patience.spend(performance.now() - began, { hasHung: true });
        await onPhotograph(shot, withoutPicture(error.message));
      }
    }
  }

  /**
   * If the page is loaded again, begins again with another.
   *
   * @param timeout how many milliseconds all attempts may take, the starts of pages apart
   * @throws {UnresponsivePage}
   */
  async #onPage<Result>(
    theme: Theme,
    widget: string,
    act: (page: ShotPage) => Promise<Result>,
    timeout: number,
  ): Promise<Result> {
    let spent = 0;
    for (let attempt = 1;; attempt++) {
      const page = await this.#openPage(theme, widget);
      const began = performance.now();
      try {
        return await withinTime(
          timeout - spent,
          act(page),
          () => new UnresponsivePage(describeDelay(timeout)),
        );
      } catch (error) {
        if (!(error instanceof ReloadedPage)) throw error;
        if (attempt === MAX_ATTEMPTS) throw new UnresponsivePage(RELOADED, { cause: error });
        spent += performance.now() - began;
        await this.#discard(theme);
      }
    }
  }

  /** The page of a widget, which no other widget has been on. */
  async #openPage(theme: Theme, widget: string): Promise<ShotPage> {
    const known = this.#pages.get(theme);
    if (known?.widget === widget && known.page.isOpen) return known.page;
    await this.#discard(theme);
    const page = (theme === "light" ? this.#takeReady(widget) : null) ?? await this.starts.open(theme);
    this.#pages.set(theme, { page, widget });
    return page;
  }

  /** Keeps the page that has read a manifest, if not too many are kept. */
  #keepReady(): void {
    const own = this.#pages.get("light");
    if (own === undefined || this.#ready.size === MAX_READY) return;
    this.#pages.delete("light");
    this.#ready.set(own.widget, own.page);
  }

  #takeReady(widget: string): ShotPage | null {
    const page = this.#ready.get(widget);
    this.#ready.delete(widget);
    return page?.isOpen ? page : null;
  }

  #hasErrors(theme: Theme): boolean {
    const errors = this.#pages.get(theme)?.page.errors;
    return errors !== undefined && errors.page.length + errors.console.length + errors.policy.length > 0;
  }

  async #discard(theme: Theme): Promise<void> {
    const own = this.#pages.get(theme);
    this.#pages.delete(theme);
    await own?.page.close();
  }
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

/** What {@link OwnPage.widget} is for a picture. */
function widgetOf({ subject: { kind, id } }: Shot): string {
  return `${kind} ${id}`;
}

function describeDelay(milliseconds: number): string {
  return `The page did not respond within ${milliseconds / 1000} seconds: a script of the widget may not end`;
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
    cardError: cardErrors[index]?.message ??
      (layouts[index] === null ? UNMEASURED : describeHeight(card.box)),
    cardErrorStack: cardErrors[index]?.stack ?? null,
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
  return {
    png: null,
    cardError,
    cardErrorStack: null,
    errors: NO_ERRORS,
    violations: [],
    layout: null,
    mountMs: null,
  };
}

function parseManifestText(text: string | null | undefined): WidgetManifest | null {
  if (text == null || text.length > LIMITS.manifestBytes) return null;
  try {
    return parseManifest(JSON.parse(text));
  } catch {
    return null;
  }
}
