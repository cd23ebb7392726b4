import type { CardLayout } from "../../../shots.ts";
import { findBrokenTexts } from "./broken_text.ts";
import { findOverflow } from "./card_overflow.ts";
import { readCardTree } from "./card_tree.ts";
import { findCutTexts } from "./cut_text.ts";
import { findDroppedContent } from "./dropped_content.ts";
import { findEmptySpace } from "./empty_space.ts";
import { findOverlappingTexts } from "./overlapping_text.ts";
import { findSizeless } from "./sizeless.ts";

/** How many faults of one rule are reported for a card. */
const MAX_FAULTS = 5;

/** Measures the layout of one card. */
export function measureCard(article: HTMLElement): CardLayout {
  const tree = readCardTree(article);
  const { overflow, faults } = findOverflow(tree);
  const isFixed = article.closest(".shell-slot")?.hasAttribute("data-size") ?? false;
  return {
    overflow,
    faults: [
      ...faults,
      ...findSizeless(tree).slice(0, MAX_FAULTS),
      ...findDroppedContent(tree),
      ...findCutTexts(tree).slice(0, MAX_FAULTS),
      ...findOverlappingTexts(tree).slice(0, MAX_FAULTS),
      ...findBrokenTexts(tree).slice(0, MAX_FAULTS),
      ...isFixed && overflow === null ? findEmptySpace(tree) : [],
    ],
  };
}
