/** The class of a card's size: one row high, two rows or as high as its content, four rows. */
export type SizeClass = "S" | "M" | "L";

/** The sizes of a type step: the font size and the height of its line. */
export interface TypeStep {
  readonly size: number;
  readonly line: number;
}

/** The lengths of a class of sizes, in CSS pixels at a font size of 16 px (see `look.md`: they are those of the styles). */
export interface Tokens {
  readonly sizeClass: SizeClass;
  readonly captionLine: number;
  readonly caption: number;
  /** A label or detail. */
  readonly label: TypeStep;
  readonly body: number;
  /** The font sizes of a headline: the usual one, and the one where values are smaller. */
  readonly headline: readonly [usual: number, less: number];
  readonly rowText: number;
  readonly rowLine: number;
  readonly rowDetail: number;
  /** Heights of a row: the usual one, the least one, and the one up to which it grows. */
  readonly row: { readonly usual: number; readonly least: number; readonly most: number };
  /** The sizes of values, by the `size` of a `Stat`: the usual one, the one in a tight card, and the one where there is room. */
  readonly values: { readonly [size in ValueSize]: readonly [usual: number, less: number, next: number] };
  readonly insetInline: number;
  readonly insetBlock: number;
  /** The heights inside the border in which hosts show cards: without their slots, and with them. */
  readonly hosted: readonly [whole: number, slotted: number];
  /** Spaces between blocks and below the header, from the usual to the least one. */
  readonly gaps: readonly (readonly [gap: number, head: number])[];
  /** The least height of the plot of a chart. */
  readonly chart: number;
  /** How many rows of each block come before all others. */
  readonly firstRows: number;
}

export type ValueSize = "small" | "medium" | "large";

/** The heights of the lines of values by their font size. */
export const VALUE_LINES: ReadonlyMap<number, number> = new Map([
  [13, 20],
  [15, 20],
  [17, 20],
  [22, 28],
  [28, 32],
  [36, 40],
  [44, 48],
  [64, 72],
]);

export const VALUE_SIZES: readonly number[] = [...VALUE_LINES.keys()];

const MEDIUM: Tokens = {
  sizeClass: "M",
  caption: 12,
  captionLine: 16,
  label: { size: 13, line: 20 },
  body: 15,
  headline: [22, 17],
  rowText: 15,
  rowLine: 20,
  rowDetail: 16,
  row: { usual: 36, least: 28, most: 44 },
  values: {
    small: [22, 22, 28],
    medium: [28, 28, 36],
    large: [44, 36, 64],
  },
  insetInline: 16,
  insetBlock: 16,
  hosted: [350, 314],
  gaps: [[16, 12], [12, 12], [8, 8]],
  chart: 64,
  firstRows: 3,
};

const SMALL: Tokens = {
  ...MEDIUM,
  sizeClass: "S",
  label: { size: 12, line: 16 },
  body: 13,
  headline: [17, 15],
  rowText: 13,
  row: { usual: 24, least: 24, most: 36 },
  values: {
    small: [17, 17, 22],
    medium: [22, 22, 28],
    large: [28, 22, 36],
  },
  insetBlock: 12,
  hosted: [166, 130],
  gaps: [[8, 8], [4, 4]],
  chart: 36,
  firstRows: 2,
};

const WIDE_SMALL: Tokens = {
  ...SMALL,
  rowText: 15,
  values: { ...SMALL.values, large: [36, 28, 44] },
};

const LARGE: Tokens = {
  ...MEDIUM,
  sizeClass: "L",
  caption: 13,
  label: { size: 15, line: 20 },
  body: 17,
  headline: [28, 22],
  rowText: 17,
  rowLine: 24,
  rowDetail: 20,
  row: { usual: 48, least: 40, most: 48 },
  values: {
    small: [28, 28, 44],
    medium: [44, 44, 64],
    large: [64, 44, 64],
  },
  insetInline: 24,
  insetBlock: 24,
  hosted: [718, 682],
  gaps: [[24, 16], [16, 12], [12, 8]],
  chart: 112,
};

const WIDE_FEED: Tokens = { ...MEDIUM, insetInline: 24, insetBlock: 24 };

export const TOKENS = { medium: MEDIUM, small: SMALL, wideSmall: WIDE_SMALL, large: LARGE } as const;

/** The widths and heights, in pixels, at which the class of a card changes. The styles have the same. */
export const BOUNDS = { narrow: 192, row: 288, feed: 544, wide: 640, low: 176, large: 544 } as const;

/** How much of a title stays beside the end of its header, in CSS pixels: the first letters, or all of a shorter title. */
export const LEAST_TITLE = 44;

/** The outer size of a card; the height is null where it is that of its content. */
export interface Box {
  readonly width: number;
  readonly height: number | null;
}

/** The steps of the scale of spaces, `--space-1` to `--space-6`. */
const SPACES = [4, 8, 12, 16, 24, 32] as const;

/** The length of a space that an author gives as `var(--space-N)`; null where none is given. */
export function readSpace(value: string): number | null {
  const step = /--space-(\d)/.exec(value)?.[1];
  return step === undefined ? null : SPACES[Number(step) - 1] ?? null;
}

/** The name of a card's arrangement, by its size. */
export type Footprint = "1x1" | "2x1" | "4x1" | "2x2" | "4x2" | "4x4" | "feed" | "wideFeed";

export function footprintOf({ width, height }: Box): Footprint {
  if (height === null) return width >= BOUNDS.feed ? "wideFeed" : "feed";
  if (height >= BOUNDS.large) return "4x4";
  if (height < BOUNDS.low) return width <= BOUNDS.row ? "1x1" : width <= BOUNDS.wide ? "2x1" : "4x1";
  return width <= BOUNDS.wide ? "2x2" : "4x2";
}

const TOKENS_OF: { readonly [footprint in Footprint]: Tokens } = {
  "1x1": SMALL,
  "2x1": WIDE_SMALL,
  "4x1": WIDE_SMALL,
  "2x2": MEDIUM,
  "4x2": MEDIUM,
  "4x4": LARGE,
  feed: MEDIUM,
  wideFeed: WIDE_FEED,
};

export function tokensOf(box: Box): Tokens {
  return TOKENS_OF[footprintOf(box)];
}
