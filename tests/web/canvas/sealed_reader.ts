import {
  type BrowserFrame,
  type BrowserPage,
  type ModifierKey,
  paintTwice,
  waitFor,
  waitForSettled,
} from "./each_browser.ts";
import { untilFound } from "../../waiting/mod.ts";

/** How a reader activates what is under the pointer. */
export type Gesture = "click" | "middle" | ModifierKey;

/** A place in the page, in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A reader of a sealed canvas or a saved file, who points and clicks, and is asked about links. */
export class SealedReader {
  readonly #page: BrowserPage;
  readonly #frame: BrowserFrame;

  /** @param frame the document with the cards */
  constructor(page: BrowserPage, frame: BrowserFrame) {
    this.#page = page;
    this.#frame = frame;
  }

  /** Opens a page, and waits until the given number of cards are mounted or have failed. */
  static async open(page: BrowserPage, url: string, count: number): Promise<SealedReader> {
    await page.goto(url);
    return new SealedReader(page, await waitForSettled(page, "sealed", count));
  }

  /** The document with the cards. */
  get frame(): BrowserFrame {
    return this.#frame;
  }

  /** The centre of an element of a card, which is scrolled into view. */
  async find(selector: string): Promise<Point> {
    const find = (selector: string) => {
      const roots = [...document.querySelectorAll("article")].map(({ shadowRoot }) => shadowRoot);
      for (const root of [document, ...roots]) {
        const box = root?.querySelector(selector)?.getBoundingClientRect();
        if (box !== undefined) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return null;
    };
    const inFrame = await waitFor(() => this.#frame.evaluate(find, selector));
    return await this.#page.evaluate(({ x, y }: Point) => {
      const frame = document.querySelector("iframe")!;
      scrollTo(0, scrollY + frame.getBoundingClientRect().y + y - innerHeight / 2);
      const box = frame.getBoundingClientRect();
      return { x: box.x + x, y: box.y + y };
    }, inFrame);
  }

  /** Clicks a point. */
  async click({ x, y }: Point, gesture: Gesture = "click"): Promise<void> {
    const { mouse, keyboard } = this.#page;
    if (gesture === "click") return await mouse.click(x, y);
    if (gesture === "middle") return await mouse.click(x, y, { button: "middle" });
    await keyboard.down(gesture);
    await mouse.click(x, y);
    await keyboard.up(gesture);
  }

  /**
   * Clicks an element until the reader is asked: Chromium loses a click on a frame of another process that it has not yet
   * laid out in its place. Returns the address.
   */
  async clickUntilAsked(selector: string, gesture: Gesture): Promise<string> {
    let clickedAt = -Infinity;
    return await untilFound(`the question after a click on ${selector}`, async () => {
      if (performance.now() > clickedAt + 15_000) {
        await this.click(await this.find(selector), gesture);
        clickedAt = performance.now();
      }
      return await this.question();
    });
  }

  /** The address that the reader is asked about; null if there is no question. */
  question(): Promise<string | null> {
    return this.#page.evaluate(() => document.querySelector(".canvas-dialog-address")?.textContent ?? null);
  }

  /** Waits until the reader is asked. Returns the address. */
  waitForQuestion(): Promise<string> {
    return waitFor(() => this.question());
  }

  /** The centre of the button that confirms the question. */
  confirmButton(): Promise<Point> {
    return this.#findInPage("dialog button:last-child");
  }

  /** The centre of the button that closes the question. */
  cancelButton(): Promise<Point> {
    return this.#findInPage("dialog button:first-child");
  }

  #findInPage(selector: string): Promise<Point> {
    return this.#page.evaluate((selector: string) => {
      const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, selector);
  }

  /** Confirms the question, as soon as its button can be pressed. */
  async confirm(): Promise<void> {
    await waitFor(() =>
      this.#page.evaluate(() => document.querySelector("dialog [aria-disabled=false]") !== null || null)
    );
    await this.click(await this.confirmButton());
  }

  /** Closes the question without an answer. */
  async dismiss(): Promise<void> {
    await waitFor(async () => {
      // The browser may give the focus to the frame of the click only after the question is there.
      await this.#page.keyboard.press("Escape");
      return await this.question() === null || null;
    });
    for (const each of [this.#page, this.#frame]) await each.evaluate(paintTwice);
  }
}
