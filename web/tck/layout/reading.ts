import { leafOf, type LeafOptions } from "./leaf.ts";
import type { Block } from "./model.ts";
import {
  countLines,
  type Font,
  longestWord,
  measureBaseline,
  type MeasureText,
  readRun,
  type Run,
} from "./text.ts";
import type { Box, Tokens } from "./tokens.ts";

/** A text or other content of an element. */
export interface Content {
  /** Its width in one line at a font size. */
  width(size: number): number;
  lines(width: number, size: number): number;
  /** The width of what a line cannot break. */
  least(size: number): number;
  /** The height of content that is not only text. */
  readonly height: number;
}

/** Reads the blocks of one card. */
export class Reading {
  /** What blocks in one row or grid have in common, by the kind of block. */
  #row = new Map<symbol, unknown[]>();
  /** The values that are larger where there is room. */
  readonly heroes = new Set<Element>();
  /** CSS pixels for one at a font size of 16 px. */
  readonly #unit: number;

  constructor(
    readonly tokens: Tokens,
    readonly box: Box,
    readonly fonts: { readonly sans: string; readonly serif: string },
    readonly language: string,
    readonly measure: MeasureText,
    rootSize: number,
  ) {
    this.#unit = rootSize / 16;
  }

  /** A block without blocks in it. Charts, which are part of widgets, make theirs by this one. */
  leaf(options: LeafOptions): Block {
    return leafOf(options);
  }

  /** The blocks of one kind that are in the same row or grid, to which each adds itself. */
  neighbours<Kind>(kind: symbol): Kind[] {
    let known = this.#row.get(kind);
    if (known === undefined) this.#row.set(kind, known = []);
    return known as Kind[];
  }

  /** Reads blocks that are in a row or grid of their own. */
  inRow<Result>(read: () => Result): Result {
    const outer = this.#row;
    this.#row = new Map();
    try {
      return read();
    } finally {
      this.#row = outer;
    }
  }

  /** The text of an element, or what else is in it. */
  content(element: Element | null, font: Partial<Font> = {}): Content {
    if (element === null) return this.text("", font);
    return isText(element) ? this.text(element.textContent!, font) : this.#measured(element);
  }

  text(text: string, font: Partial<Font> = {}): Content {
    const whole = { family: this.fonts.sans, weight: 400, ...font } as const;
    return contentOf(readRun(text, whole, this.measure, this.language));
  }

  /** How far the baseline of a text is below the top of its line. */
  baseline(font: Partial<Font>, size: number, line: number): number {
    return measureBaseline({ family: this.fonts.sans, weight: 400, ...font }, size, line);
  }

  /** The size of an element as it is on the page, in pixels at a font size of 16 px. */
  sizeOf(element: Element | Range): { width: number; height: number } {
    const { width, height } = element.getBoundingClientRect();
    return { width: width / this.#unit, height: height / this.#unit };
  }

  #measured(element: Element): Content {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const { width, height } = this.sizeOf(range);
    return {
      width: () => width,
      least: () => width,
      lines: (room) => width === 0 ? 0 : Math.max(1, Math.ceil(width / Math.max(room, 1) - 0.02)),
      height,
    };
  }
}

function contentOf(run: Run): Content {
  return {
    width: (size) => run.width * size,
    lines: (width, size) => countLines(run, width, size),
    least: (size) => longestWord(run) * size,
    height: 0,
  };
}

/** What changes how wide a text is. */
const NO_TEXT =
  ":not(bdi, bdo, s, u, del, ins, span, time, abbr, data, a, em, i, cite, q), [style], [class]:not([class=''])";

function isText(element: Element): boolean {
  return element.querySelector(NO_TEXT) === null;
}
