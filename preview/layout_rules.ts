/**
 * What the layout of a card can break: the one table of its rules. What a page may answer and the severities are
 * made from it, and a test compares it with the table of `docs/snapshots.md`.
 *
 * @module
 */

/** The name of a rule of the table below. */
export type LayoutRule =
  | "card.overflow"
  | "card.bare"
  | "figure.overflow"
  | "card.window"
  | "element.no_size"
  | "text.cut"
  | "text.inset"
  | "value.small"
  | "text.overlap"
  | "text.invisible"
  | "text.no_value"
  | "value.broken"
  | "word.broken"
  | "glyph.missing"
  | "header.dropped"
  | "card.empty"
  | "block.dropped"
  | "item.dropped"
  | "detail.dropped";

export interface RuleOfLayout {
  readonly rule: LayoutRule;
  /**
   * An error has to be corrected; a warning fails a snapshot with `--strict` only; a note says what the kit has decided, and
   * fails nothing.
   */
  readonly severity: "error" | "warning" | "note";
  /** What it reports, as in the table of the documentation. */
  readonly sentence: string;
}

const TABLE: { readonly [rule in LayoutRule]: Omit<RuleOfLayout, "rule"> } = {
  "card.overflow": {
    severity: "error",
    sentence: "content that is larger than its card, with the element",
  },
  "card.bare": {
    severity: "error",
    sentence:
      "a `Card` of which only the header is left, or only texts without the rows or drawing that do not fit",
  },
  "figure.overflow": {
    severity: "error",
    sentence: "a `Figure` that is larger than its room, or the value of a `Donut` than its ring",
  },
  "card.window": {
    severity: "warning",
    sentence: "in `fill-auto`, an element that is exactly as high as the window, as by `min-height: 100vh`",
  },
  "element.no_size": {
    severity: "error",
    sentence: "a picture without a width or height, or a text that a box without one hides",
  },
  "text.cut": {
    severity: "error",
    sentence:
      "a text that a box with `overflow: hidden` or `clip` cuts, or an ellipsis that leaves too little (below)",
  },
  "text.inset": {
    severity: "warning",
    sentence: "a text in the padding of a `Card`; what is beyond is `card.overflow`",
  },
  "value.small": {
    severity: "warning",
    sentence: "the value of a `Stat` that is as small as its label, because its place is too narrow",
  },
  "text.overlap": {
    severity: "error",
    sentence: "a text over another one; an opaque element that covers a text is intended",
  },
  "text.invisible": {
    severity: "error",
    sentence:
      "a text that takes room and is not seen, by its colour or opacity; not by `visibility` or `display`",
  },
  "text.no_value": {
    severity: "warning",
    sentence: "a text with `NaN`, `undefined`, `Invalid Date` or `[object Object]`; not in `code`",
  },
  "value.broken": {
    severity: "error",
    sentence:
      "a number, time, range of times, duration or amount, or an element with `data-tck-value`, on two lines",
  },
  "word.broken": {
    severity: "warning",
    sentence: "a word that is broken over two lines without a hyphen",
  },
  "glyph.missing": {
    severity: "warning",
    sentence: "a character that no font has, with the package of fonts to add",
  },
  "header.dropped": {
    severity: "warning",
    sentence: "the `end` of a `CardHeader` that would leave the title no room",
  },
  "card.empty": {
    severity: "warning",
    sentence:
      "in a fixed size, an empty band of more than a third of the room (one row: half; beside a dropped block that it would show: a quarter), or half of it empty beside the content, with what could fill it",
  },
  "block.dropped": {
    severity: "note",
    sentence: "a block, or cells of a `Grid`, that do not fit",
  },
  "item.dropped": {
    severity: "note",
    sentence: "items of a list or rows of a table that do not fit",
  },
  "detail.dropped": {
    severity: "note",
    sentence:
      "a line, a text that is cut off, a column, a series, the colours or the caption of a ring, an action or the update time without room",
  },
};

/** The rules in the order of the documentation. */
export const LAYOUT_RULES: readonly RuleOfLayout[] = Object.entries(TABLE).map(([rule, rest]) => ({
  rule: rule as LayoutRule,
  ...rest,
}));
