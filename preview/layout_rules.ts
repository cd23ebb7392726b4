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
    sentence: "content that is larger than its card, with the element that is too large",
  },
  "card.bare": {
    severity: "error",
    sentence:
      "a `Card` of which only the header is left, or only texts without the list, timeline, table, chart or " +
      "figure that does not fit",
  },
  "figure.overflow": {
    severity: "error",
    sentence:
      "the drawing of a `Figure` that is larger than its room, and the value of a `Donut` that is wider " +
      "than the inside of its ring",
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
      "a text, or the lower or upper part of its letters, that a box with `overflow: hidden` or `clip` " +
      "cuts, or an ellipsis that leaves too little (below), with what can be done in that block",
  },
  "text.inset": {
    severity: "warning",
    sentence: "a text in the padding of a `Card`, up to its border; what is beyond is `card.overflow`",
  },
  "value.small": {
    severity: "warning",
    sentence: "the value of a `Stat` that is as small as its label, because its place is too narrow for more",
  },
  "text.overlap": {
    severity: "error",
    sentence: "a text over another one, in drawings too; an opaque element that covers a text is intended",
  },
  "text.invisible": {
    severity: "error",
    sentence:
      "a text that takes room and is not seen: its colour is that of what is behind it, or transparent, or " +
      "its opacity is 0; not what is hidden by `visibility` or `display`, a text with a gradient, and tools " +
      "that are shown when somebody points at them",
  },
  "text.no_value": {
    severity: "warning",
    sentence:
      "a text with `NaN`, `undefined`, `Invalid Date` or `[object Object]`: a value that could not be computed or " +
      "is not there; not in `code`",
  },
  "value.broken": {
    severity: "error",
    sentence:
      "a number, time, range of times, duration or amount, or a text in an element with `data-tck-value`, " +
      "on two lines",
  },
  "word.broken": {
    severity: "warning",
    sentence:
      "a word that is broken over two lines without a hyphen, also because the browser has no hyphens for " +
      "it",
  },
  "glyph.missing": {
    severity: "warning",
    sentence:
      "a character that no font has, and that is a box in the picture, with the package of fonts to add",
  },
  "header.dropped": {
    severity: "warning",
    sentence: "the `end` of a `CardHeader` that would leave the title no room, and is not shown",
  },
  "card.empty": {
    severity: "warning",
    sentence:
      "in a fixed size, more than a third of the room between padding and footer is one empty band (in a " +
      "card one row high, more than half; in others, more than a quarter beside a dropped block or item " +
      "that more room would show; in all, as much as that is high), or half of it empty beside the content; " +
      "with what did not fit and the pixels that are spare, or the block that should fill it",
  },
  "block.dropped": {
    severity: "note",
    sentence: "a block, or cells of a `Grid`, that do not fit and are not shown",
  },
  "item.dropped": {
    severity: "note",
    sentence: "items of a list or rows of a table that do not fit and are not shown",
  },
  "detail.dropped": {
    severity: "note",
    sentence:
      "a line of a block that is not shown, or a text that is cut off, because there is not enough room; " +
      "columns of a table or series of a chart that have none; actions and the update time for which the line of slots " +
      "has none",
  },
};

/** The rules in the order of the documentation. */
export const LAYOUT_RULES: readonly RuleOfLayout[] = Object.entries(TABLE).map(([rule, rest]) => ({
  rule: rule as LayoutRule,
  ...rest,
}));
