import type { Part } from "./parts.ts";

/** A grid of blocks beside one another. */
export interface Arrangement {
  /** What the styles have rules for. */
  readonly layout: "columns" | "chart" | "bars" | "cells" | "cells-3";
  /** As in `grid-template-columns`. */
  readonly columns: string;
  /** As in `grid-template-rows`. */
  readonly rows: readonly string[];
  /** The places of the blocks, as in `grid-area`. */
  readonly areas: ReadonlyMap<Part, string>;
  /** Headings and rows that have a column. */
  readonly beside: readonly Part[];
}

/** What a card shows from top to bottom. */
export interface Content {
  /** The header or headline, and a remark or headline below it. */
  readonly top: readonly Part[];
  readonly blocks: readonly Part[];
}

/** A grid of nothing but values. */
export const VALUES = ".kit-grid[data-values]";

/** The heading of a section. */
export const HEADING = "h3.kit-heading, h4.kit-heading";

/** The row of a grid that is as high as its content. */
export const OWN = "min-content";

/** The row of a grid that takes the room that the others leave, and is as high as its content at least. */
export const REST = "minmax(min-content, 1fr)";

/** The places of blocks that are as wide as the card. */
export function across(blocks: readonly Part[], from: number): [Part, string][] {
  return blocks.map((block, row) => [block, `${from + row} / 1 / auto / -1`]);
}
