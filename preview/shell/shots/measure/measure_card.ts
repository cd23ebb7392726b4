import type { CardLayout } from "../../../shots.ts";
import { findBrokenTexts } from "./text/broken_text.ts";
import { findOverflow } from "./card_overflow.ts";
import { readCardTree } from "./card_tree.ts";
import { findCutTexts } from "./text/cut_text.ts";
import { findDroppedContent } from "./dropped_content.ts";
import { findDroppedSlots } from "./dropped_slots.ts";
import { findEmptySpace } from "./empty_space.ts";
import type { MeasuredFault } from "./measured_fault.ts";
import { findFigureOverflow } from "./figure_overflow.ts";
import { findInsetTexts } from "./text/inset_text.ts";
import { findInvisibleTexts } from "./text/invisible_text.ts";
import { findMissingValues } from "./missing_values.ts";
import { findMissingGlyphs } from "./text/missing_glyphs.ts";
import { findOverlappingTexts } from "./text/overlapping_text.ts";
import { findReducedData } from "./reduced_data.ts";
import { findSizeless } from "./sizeless.ts";
import { findSmallValues } from "./small_values.ts";
import { findWindowHeight } from "./window_height.ts";

/** How many faults of one rule are reported for a card. */
const MAX_FAULTS = 5;

/** The layout of a card whose elements are not described yet. */
export interface MeasuredLayout extends Omit<CardLayout, "faults"> {
  readonly faults: readonly MeasuredFault[];
}

export function measureCard(article: HTMLElement): MeasuredLayout {
  const tree = readCardTree(article);
  const { overflow, faults } = findOverflow(tree);
  const dropped = findDroppedContent(tree);
  const isFixed = article.closest(".shell-slot")?.hasAttribute("data-size") ?? false;
  return {
    overflow,
    faults: [
      ...faults,
      ...findFigureOverflow(tree).slice(0, MAX_FAULTS),
      ...findSizeless(tree).slice(0, MAX_FAULTS),
      ...dropped.faults,
      ...findDroppedSlots(tree).slice(0, MAX_FAULTS),
      ...findReducedData(tree).slice(0, MAX_FAULTS),
      ...findCutTexts(tree).slice(0, MAX_FAULTS),
      ...findInsetTexts(tree).slice(0, MAX_FAULTS),
      ...findSmallValues(tree).slice(0, MAX_FAULTS),
      ...findOverlappingTexts(tree).slice(0, MAX_FAULTS),
      ...findInvisibleTexts(tree).slice(0, MAX_FAULTS),
      ...findMissingValues(tree).slice(0, MAX_FAULTS),
      ...findBrokenTexts(tree).slice(0, MAX_FAULTS),
      ...findMissingGlyphs(tree).slice(0, MAX_FAULTS),
      ...isFixed ? [] : findWindowHeight(tree),
      ...isFixed && overflow === null ? findEmptySpace(tree, dropped.first) : [],
    ],
  };
}
