import { FOOTPRINTS, WIDGET_SIZES, type WidgetSize } from "../../core/contract/mod.ts";
import {
  cardSize,
  gridFootprint,
  type GridPlacement,
  isGridCardType,
  packGrid,
} from "../../core/feed/mod.ts";

/** Where a card is, and the size that it is drawn in. Known from the manifest, before anything is loaded. */
export interface CardPlace {
  readonly size: WidgetSize;
  /** The first row of the canvas's grid, from 0. */
  readonly row: number;
  /** Null for a card of the column, which has a row of its own. */
  readonly placement: GridPlacement | null;
}

/**
 * Places the cards of a canvas: cards of the type `feed` in the column, and each run of cards of another type
 * between them in four columns. Manifests may be any value: a card with an invalid one is in the column.
 */
export function placeCards(manifests: readonly unknown[]): CardPlace[] {
  const places: CardPlace[] = [];
  let row = 0;
  for (let index = 0; index < manifests.length;) {
    const run = countGridCards(manifests, index);
    if (run === 0) {
      places.push({ size: cardSize(readSizes(manifests[index++]), false), row: row++, placement: null });
      continue;
    }
    const sizes = manifests.slice(index, index + run).map(readSizes);
    const placements = packGrid(sizes.map(gridFootprint));
    for (const [card, placement] of placements.entries()) {
      places.push({ size: cardSize(sizes[card]!, true), row: row + placement.row, placement });
    }
    row += Math.max(...placements.map(({ row, rows }) => row + rows));
    index += run;
  }
  return places;
}

/** The least height of a card whose height is not known, in CSS pixels. */
const LEAST_HEIGHT = 120;

/** How many of the first cards fill a height in CSS pixels at least. */
export function countFilling(manifests: readonly unknown[], height: number): number {
  let filled = 0;
  const last = placeCards(manifests).findIndex(({ size, placement }) => {
    const share = placement === null ? 1 : placement.columns / 4;
    filled += (FOOTPRINTS[size].height ?? LEAST_HEIGHT) * share;
    return filled >= height;
  });
  return last < 0 ? manifests.length : last + 1;
}

function countGridCards(manifests: readonly unknown[], from: number): number {
  const end = manifests.findIndex((manifest, index) => index >= from && !isGridCard(manifest));
  return (end < 0 ? manifests.length : end) - from;
}

function isGridCard(manifest: unknown): boolean {
  return isGridCardType(((manifest ?? {}) as { cardType?: unknown }).cardType);
}

/** The valid sizes of a manifest; at least one. */
function readSizes(manifest: unknown): readonly WidgetSize[] {
  const { sizes } = (manifest ?? {}) as { sizes?: unknown };
  const valid = Array.isArray(sizes) ? sizes.filter((size) => WIDGET_SIZES.includes(size)) : [];
  return valid.length === 0 ? ["fill-auto"] : valid;
}
