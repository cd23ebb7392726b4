import { leafOf, type LeafOptions } from "./leaf.ts";
import type { Block, Role } from "./model.ts";
import { type Content, contentOf, type Font, measureBaseline } from "./text.ts";
import type { Box, Tokens } from "./tokens.ts";

/** Reads the blocks of one card. */
export class Reading {
  /** What blocks in one row or grid have in common, by the kind of block. */
  #row = new Map<symbol, unknown[]>();
  /** The values that are larger where there is room. */
  readonly heroes = new Set<Element>();
  constructor(
    readonly tokens: Tokens,
    readonly box: Box,
    readonly fonts: { readonly sans: string; readonly serif: string },
    readonly language: string,
    /** CSS pixels for one at a font size of 16 px. */
    readonly unit: number,
  ) {}

  /** A block without blocks in it. Charts, which are part of widgets, make theirs by this one. */
  leaf(options: LeafOptions): Block {
    return leafOf(options);
  }

  /** A block that keeps the height that it has on the page. */
  rigid(element: HTMLElement, role: Role): Block {
    const { height } = this.sizeOf(element);
    return this.leaf({ element, role, form: () => ({ height: () => height }) });
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
    return contentOf(text, { family: this.fonts.sans, weight: 400, ...font }, this.language);
  }

  /** How far the baseline of a text is below the top of its line. */
  baseline(font: Partial<Font>, size: number, line: number): number {
    return measureBaseline({ family: this.fonts.sans, weight: 400, ...font }, size, line);
  }

  /** The size of an element as it is on the page, in pixels at a font size of 16 px. */
  sizeOf(element: Element | Range): { width: number; height: number } {
    const { width, height } = element.getBoundingClientRect();
    return { width: width / this.unit, height: height / this.unit };
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

/** What changes how wide a text is. */
const NO_TEXT =
  ":not(bdi, bdo, s, u, del, ins, span, time, abbr, data, a, em, i, cite, q), [style], [class]:not([class=''])";

function isText(element: Element): boolean {
  return element.querySelector(NO_TEXT) === null;
}
