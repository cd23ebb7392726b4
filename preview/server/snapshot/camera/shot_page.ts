import axe from "axe-core";
import { type BrowserContext, type CDPSession, errors, type Page } from "playwright-core";
import { errorMessage } from "../../../../core/errors/mod.ts";
import type {
  CardFault,
  ElementOwners,
  ElementPath,
  Examination,
  PageBox,
  PolicyViolation,
  ShotRequest,
} from "../../../shots.ts";
import { capturePicture } from "./capture_picture.ts";
import { withinTime } from "./deadline.ts";
import { IsolatedWorld, loadMeasuringScript } from "../measuring/mod.ts";
import {
  MAX_MESSAGE,
  readBoxes,
  readCardErrors,
  readExamination,
  readMessage,
  readOwners,
  readPaths,
  readTexts,
  readTimes,
  readViolations,
} from "./page_answers.ts";
import type { Theme } from "../plan_shots.ts";

/** How long the shell may take to start, including the dev server's first search for dependencies. */
export const START_TIMEOUT_MS = 60_000;

/** How long cards may take to be painted: the script of a widget may not end. */
const SHOW_TIMEOUT_MS = 60_000;

/** How long a single card may take. */
const SINGLE_TIMEOUT_MS = 20_000;

/** How long the end of a page is waited for. */
const CLOSE_TIMEOUT_MS = 10_000;

/** What was logged or thrown in a page. */
export interface PageErrors {
  readonly page: readonly string[];
  readonly console: readonly string[];
  /** What the content policy of a feed has blocked. */
  readonly policy: readonly PolicyViolation[];
}

/** How many messages of one kind are kept of a page. */
const MAX_MESSAGES = 100;

/** How many values of a message are read. */
const MAX_VALUES = 20;

/** A page does not respond, or its widgets have broken it. The message can be a widget's. */
export class UnresponsivePage extends Error {}

/** The shell has not started on a page, before it shows a card. */
export class UnstartedPage extends UnresponsivePage {}

/** The dev server reloaded a page. */
export class ReloadedPage extends Error {}

/** A page of the shell that shows the cards of a snapshot. */
export class ShotPage {
  #errors: { page: string[]; console: string[]; policy: readonly PolicyViolation[] } = {
    page: [],
    console: [],
    policy: [],
  };
  /** How often the page was loaded again. */
  #reloads = 0;
  #cards = 0;
  #hasShown = false;
  #world: IsolatedWorld | null = null;
  #hasAxe = false;
  #isClosed = false;

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
    private readonly scale: number,
  ) {}

  /**
   * Opens a page in a theme.
   *
   * @param context the page's own: it ends with the page
   * @param url the preview's
   * @param scale the context's device scale factor
   * @param timeout how many milliseconds the shell may take to start
   * @throws {UnstartedPage}
   */
  static async open(
    context: BrowserContext,
    url: string,
    theme: Theme,
    scale: number,
    timeout: number,
  ): Promise<ShotPage> {
    try {
      const page = await context.newPage();
      const shots = new ShotPage(page, await context.newCDPSession(page), scale);
      shots.#collectErrors();
      const address = new URL(url);
      address.search = new URLSearchParams({
        ...Object.fromEntries(address.searchParams),
        chrome: "shots",
        theme,
      })
        .toString();
      await page.goto(address.href, { waitUntil: "domcontentloaded", timeout });
      await page.waitForFunction(() => globalThis.tckShots !== undefined, null, { timeout });
      shots.#world = await IsolatedWorld.open(shots.session, await loadMeasuringScript());
      shots.#countReloads();
      return shots;
    } catch (error) {
      await endContext(context);
      if (!(error instanceof errors.TimeoutError)) throw error;
      const reason = `The preview's page did not start within ${
        timeout / 1000
      } seconds: the machine may be busy`;
      throw new UnstartedPage(reason, { cause: error });
    }
  }

  /** Whether the page can show more cards. */
  get isOpen(): boolean {
    return !this.page.isClosed();
  }

  /** Whether cards were to be shown on the page. */
  get hasShown(): boolean {
    return this.#hasShown;
  }

  /** What was logged or thrown so far. */
  get errors(): PageErrors {
    return this.#errors;
  }

  /**
   * Shows cards, in the place of the former ones. Returns the box of each with its margin, and the milliseconds that React
   * took to render it.
   *
   * @throws {UnresponsivePage}
   * @throws {ReloadedPage}
   */
  async show(
    requests: readonly ShotRequest[],
  ): Promise<readonly { readonly box: PageBox; readonly mountMs: number }[]> {
    const timeout = requests.length === 1 ? SINGLE_TIMEOUT_MS : SHOW_TIMEOUT_MS;
    this.#cards = requests.length;
    this.#hasShown = true;
    const times = await this.#ask(
      readTimes,
      () => this.page.evaluate((list) => tckShots!.show(list), requests),
      timeout,
    );
    const boxes = await this.#ask(readBoxes, () => this.#world!.call(() => tckMeasuring!.boxes(), null));
    return boxes.map((box, index) => ({ box, mountMs: times[index]! }));
  }

  /**
   * Measures the layout of the cards, and finds violations of axe's rules in each, including open shadow roots. What the page
   * adds to it is where its elements are in the sources.
   */
  async examine(): Promise<Examination> {
    const paths = await this.#ask(readPaths, async () => {
      if (!this.#hasAxe) await this.#world!.run(axe.source);
      this.#hasAxe = true;
      return await this.#world!.call(() => tckMeasuring!.examine(), null);
    });
    const owners = await this.#findOwners(paths);
    return await this.#ask(
      readExamination,
      () => this.#world!.call((owners) => tckMeasuring!.report(owners), owners),
    );
  }

  /** Nothing when the page answers something else: a widget can make it do so. */
  async #findOwners(paths: readonly ElementPath[]): Promise<readonly ElementOwners[]> {
    return await this.#within(SHOW_TIMEOUT_MS, async () => {
      try {
        const answer: unknown = await this.page.evaluate((paths) => tckShots!.owners(paths), paths);
        return readOwners(answer, paths.length);
      } catch {
        return [];
      }
    });
  }

  /** Why each card is not shown, or null. */
  async cardErrors(): Promise<readonly (CardFault | null)[]> {
    return await this.#ask(readCardErrors, () => this.page.evaluate(() => tckShots!.errors()));
  }

  /** Adds what the content policy has blocked to the errors of the page. A widget can make the page answer something else. */
  async findBlocked(): Promise<void> {
    if (this.#errors.policy.length === 0) return;
    this.#errors.policy = await this.#within(SHOW_TIMEOUT_MS, async () => {
      try {
        const found = readViolations(await this.page.evaluate(() => tckShots!.violations()));
        return found.length > 0 ? found : BLOCKED;
      } catch {
        return BLOCKED;
      }
    });
  }

  /** Takes a picture of a part of the page, in PNG. */
  async picture(box: PageBox): Promise<Uint8Array> {
    return await this.#within(SHOW_TIMEOUT_MS, () => capturePicture(this.session, box, this.scale));
  }

  /** Imports modules and reads their manifests, as JSON; null for a module that cannot be loaded. */
  async readManifests(urls: readonly string[]): Promise<readonly (string | null)[]> {
    this.#cards = urls.length;
    return await this.#ask(
      readTexts,
      () => this.page.evaluate(readManifestTexts, urls),
      START_TIMEOUT_MS,
    );
  }

  /** Ends the page with its context, and does not wait for one that does not end: the browser's end takes it along. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await endContext(this.page.context());
  }

  /** What the page answers for its cards; an error of the page, and an answer of another form, break it. */
  async #ask<Answer>(
    read: (answer: unknown, cards: number) => Answer,
    act: () => Promise<unknown>,
    timeout: number = SHOW_TIMEOUT_MS,
  ): Promise<Answer> {
    return await this.#within(timeout, async () => {
      try {
        return read(await act(), this.#cards);
      } catch (error) {
        if (this.#isClosed || !this.page.context().browser()?.isConnected()) throw error;
        const reason = errorMessage(error).slice(0, MAX_MESSAGE);
        throw new UnresponsivePage(`The page does not answer: ${readMessage(reason)}`, { cause: error });
      }
    });
  }

  async #within<Result>(milliseconds: number, act: () => Promise<Result>): Promise<Result> {
    const late = () =>
      new UnresponsivePage(
        `The page did not respond within ${milliseconds / 1000} seconds: a script of the widget may not end`,
      );
    try {
      const result = await withinTime(milliseconds, act(), late);
      if (this.#reloads > 0) throw new ReloadedPage();
      return result;
    } catch (error) {
      throw this.#reloads > 0 ? new ReloadedPage() : error;
    }
  }

  /** From the shell's start: before, an address with a token leads to the one without. */
  #countReloads(): void {
    this.page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === this.page.mainFrame()) this.#reloads++;
    });
  }

  #collectErrors(): void {
    const { page } = this;
    page.on("pageerror", (error) => keep(this.#errors.page, `${error}`));
    page.on("console", (message) => {
      if (message.type() !== "error" || this.#errors.console.length === MAX_MESSAGES) return;
      const values = message.args().map(String);
      if (values.length === 0 && POLICY_MESSAGE.test(message.text())) {
        if (this.#errors.policy.length === 0) this.#errors.policy = BLOCKED;
        return;
      }
      const text = values.length === 0
        ? cut(message.text())
        : formatMessage(values.slice(0, MAX_VALUES).map(cut));
      keep(this.#errors.console, text.replaceAll(STACK_FRAME, ""));
    });
  }
}

/** A page that navigates can ignore that it is to be closed, but not that its context is. */
async function endContext(context: BrowserContext): Promise<void> {
  await withinTime(CLOSE_TIMEOUT_MS, context.close(), () => new Error("the context does not end")).catch(
    () => {},
  );
}

/** What Chromium itself writes about a violation. The page knows more of it. */
const POLICY_MESSAGE = /\bviolates the (?:following|document's) Content Security Policy\b/;

/** A violation of which no more is known. */
const BLOCKED: readonly PolicyViolation[] = [{
  message: "A feed blocks something of this card by its content policy",
  selector: "",
  text: "",
  components: [],
  stacks: [],
}];

/** A line of a stack: its place is one in a compiled module. */
const STACK_FRAME = /\n {4}at .*?(?::\d+:\d+\)?|\(<anonymous>\)|\(index \d+\))/g;

/** A message of the console, with `%s` and the like replaced, as React writes them. */
function formatMessage([format = "", ...values]: readonly string[]): string {
  const text = format.replaceAll(/\s*\n\s*/g, " ").replaceAll(/%([sdifoOc%])/g, (directive, kind: string) => {
    if (kind === "%") return "%";
    const value = values.shift();
    return kind === "c" ? "" : value ?? directive;
  });
  return [text, ...values].join(" ").trim();
}

/** Shortens a text of a page, before anything else is done with it. A frame of a stack that is cut is left out. */
function cut(text: string): string {
  return text.length <= MAX_MESSAGE ? text : text.slice(0, MAX_MESSAGE).replace(/\n {4}at [^\n]*$/, "");
}

function keep(messages: string[], text: string): void {
  if (messages.length < MAX_MESSAGES) messages.push(readMessage(text));
}

/** In a page: the manifests of modules as JSON; null for a module that cannot be loaded. */
async function readManifestTexts(urls: readonly string[]): Promise<string[]> {
  return await Promise.all(urls.map(async (url) => {
    const module = await import(new URL(url, location.href).href).catch(() => null);
    return JSON.stringify(module?.manifest ?? null);
  }));
}
