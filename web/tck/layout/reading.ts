import { formOfLeaf, type LeafForm } from "./leaf.ts";
import { type Block, type Cell, memoised, type Piece, type Role, type Shown } from "./model.ts";
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

/** What the page has for a block or a piece of it. */
interface Binding {
  readonly element: HTMLElement;
  /** Changes what depends on all pieces that are shown, such as the number of the others. */
  readonly update?: ((shown: Shown, cell: Cell) => void) | undefined;
  /** The width that is free in its line, and that of what follows there at the end. */
  readonly free?: ((cell: Cell) => readonly [free: number, after: number]) | undefined;
}

/** A part of a block that it may not have: then it has no piece, and is never shown. */
interface Part {
  readonly pieces: readonly Piece[];
  isIn(shown: Shown): boolean;
}

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
  readonly #bindings = new Map<Block, Binding>();
  readonly #elements = new Map<Piece, readonly Element[]>();
  /** What blocks in one row or grid have in common, by the kind of block. */
  #row = new Map<symbol, unknown[]>();
  /** The values that are larger where there is room. */
  readonly heroes = new Set<Element>();
  /** How much higher the page shows blocks than their models say, by what they show. */
  readonly corrections = new Map<Block, Map<string, number>>();
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

  /** A part of a block that can be left out with these elements. */
  piece(kind: Piece["kind"], elements: readonly Element[], rank?: Piece["rank"]): Piece {
    const piece = { kind, ...rank && { rank } };
    this.#elements.set(piece, elements);
    return piece;
  }

  /** A part of a block that the block can do without, and which not all blocks of its kind have. */
  part(...elements: readonly (Element | null)[]): Part {
    const own = elements.filter((element) => element !== null);
    const pieces = own.length === 0 ? [] : [this.piece("detail", own)];
    return { pieces, isIn: (shown) => pieces.some((piece) => shown.has(piece)) };
  }

  /** Shows and leaves out an element with a piece. */
  join(piece: Piece, element: Element): void {
    this.#elements.set(piece, [...this.#elements.get(piece) ?? [], element]);
  }

  /** A block without blocks in it. */
  leaf(
    { element, role, self = this.piece("block", [element]), pieces = [], update, free, form, ...rest }:
      LeafOptions,
  ): Block {
    const block: Block = {
      ...rest,
      role,
      self,
      children: [],
      pieces,
      at: memoised((width) => {
        const read = form(width);
        return read === null ? null : formOfLeaf(() => block, width, read, this.corrections);
      }),
    };
    this.bind(block, { element, update, free });
    return block;
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

  bind(block: Block, binding: Binding): Block {
    this.#bindings.set(block, binding);
    return block;
  }

  bindingOf(block: Block): Binding | undefined {
    return this.#bindings.get(block);
  }

  /** The elements that show a piece. */
  elementsOf(piece: Piece): readonly Element[] {
    return this.#elements.get(piece) ?? [];
  }

  /** The text of an element, or what else is in it. */
  content(element: Element | null, font: Partial<Font> = {}): Content {
    if (element === null) return NOTHING;
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
  sizeOf(element: Element): { width: number; height: number } {
    const { width, height } = element.getBoundingClientRect();
    return { width: width / this.#unit, height: height / this.#unit };
  }

  /** A length in CSS pixels. */
  toPixels(length: number): number {
    return length * this.#unit;
  }

  #measured(element: Element): Content {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const rectangle = range.getBoundingClientRect();
    const [width, height] = [rectangle.width / this.#unit, rectangle.height / this.#unit];
    return {
      width: () => width,
      least: () => width,
      lines: (room) => width === 0 ? 0 : Math.max(1, Math.ceil(width / Math.max(room, 1) - 0.02)),
      height,
    };
  }
}

interface LeafOptions
  extends Pick<Block, "inset" | "size" | "isSmall" | "rows" | "leastWidth" | "inColumns" | "inLine"> {
  readonly element: HTMLElement;
  readonly role: Role;
  /** By default a new one. */
  readonly self?: Piece;
  readonly pieces?: readonly Piece[];
  readonly update?: Binding["update"];
  readonly free?: Binding["free"];
  form(width: number): LeafForm | null;
}

const NOTHING: Content = { width: () => 0, lines: () => 0, least: () => 0, height: 0 };

function contentOf(run: Run): Content {
  return {
    width: (size) => run.width * size,
    lines: (width, size) => countLines(run, width, size),
    least: (size) => longestWord(run) * size,
    height: 0,
  };
}

/** Elements that do not change how wide a text is. */
const PLAIN = new Set([
  "BDI",
  "BDO",
  "S",
  "U",
  "DEL",
  "INS",
  "SPAN",
  "TIME",
  "ABBR",
  "DATA",
  "A",
  "EM",
  "I",
  "CITE",
  "Q",
]);

function isText(element: Element): boolean {
  return [...element.children].every((child) =>
    PLAIN.has(child.tagName) && child.className === "" && child.getAttribute("style") === null &&
    isText(child)
  );
}
