import { dropBlocks, findDroppedBlocks } from "./blocks.ts";
import { isDefinite } from "./card_size.ts";
import { fitFirstBlocks } from "./first_blocks.ts";
import { unwrapHeader, wrapHeader } from "./headers.ts";
import { putBackItems } from "./items.ts";
import { alignMeters } from "./meters.ts";
import { fillSpareRoom } from "./room.ts";
import { alignStarts } from "./starts.ts";
import { fitsInSteps, loosen, showEverything, TIGHTEST } from "./steps.ts";
import { countValues, hasValuesOnly, markValueGrids, measureValues } from "./values.ts";

/**
 * Makes the content of a card fit its height. A card whose height is that of its content fits always.
 *
 * First rows and gaps are a little lower. Then spaces are narrow, lists and tables show fewer items, and details go. If that
 * is not enough, the last blocks go, as long as they leave no third of the card empty. Else all blocks show less: all details
 * go, and values are smaller; at last whole blocks are dropped from the end, and a text that fits in part is cut off with an
 * ellipsis. Where all of it fits, the room that is left goes to the largest value and to rows.
 */
export function fitContent(card: HTMLElement): void {
  const stack = card.firstElementChild as HTMLElement;
  unwrapHeader(stack);
  markValueGrids(stack);
  showEverything(card);
  measureValues(stack);
  alignStarts(stack);
  fitBlocks(card, stack);
  if (isDefinite(card)) wrapHeader(card, stack, () => fitBlocks(card, stack));
  alignMeters(stack);
  if (isDefinite(card) && hasValuesOnly(stack)) stack.dataset.values = `${countValues(stack)}`;
  else delete stack.dataset.values;
}

function fitBlocks(card: HTMLElement, stack: HTMLElement): void {
  if (fitsInSteps([0, 1], card, stack)) return;
  if (isDefinite(card) && fitFirstBlocks(card, stack)) return;
  if (fitsInSteps([2, TIGHTEST], card, stack)) return;
  dropBlocks(stack);
  const dropped = findDroppedBlocks(stack);
  // What was dropped has left room: the other blocks are as they would be without it.
  if (dropped.length > 0 && fitsInSteps([0, 1, 2, TIGHTEST], card, stack, { dropped })) return;
  fitsInSteps([TIGHTEST], card, stack);
  dropBlocks(stack);
  loosen(card, stack);
  putBackItems(stack);
  putBackItems(stack, { isPast: true });
  fillSpareRoom(card, stack);
}
