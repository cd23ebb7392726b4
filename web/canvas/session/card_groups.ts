import { waitAtMost } from "./page_rest.ts";

/** How many cards are shown together, once the first are. Many more would make a task of over 50 ms. */
export const GROUP_SIZE = 20;

/** A card that takes longer than this, in milliseconds, does not delay the others of its group any more. */
const SLOW_MS = 2_000;

interface CardGroupDependencies<Card> {
  /** Loads a card. What it fails with is a card too, so that it never rejects. */
  readonly load: (widgetId: string) => Promise<Card>;
  /** Shows cards in one rendering. */
  readonly show: (cards: ReadonlyMap<string, Card>) => void;
  readonly isInView: (widgetId: string) => boolean;
  /** How many cards are shown first, before it is known which are in view. */
  readonly firstSize: number;
  /** How many cards are shown together at most after that. */
  readonly groupSize: number;
  /** Resolves when the browser has painted and has nothing else to do. */
  readonly rest: () => Promise<void>;
}

/**
 * Shows cards in few large renderings: first those that fill the view, so that what the reader sees is there early and at
 * once, then those in view and the others in their order, each group when the browser rests. What arrives together is laid
 * out and painted together.
 *
 * @param signal ends it before the next group
 * @returns when all cards are shown
 */
export async function showInGroups<Card>(
  widgetIds: readonly string[],
  { load, show, isInView, firstSize, groupSize, rest }: CardGroupDependencies<Card>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set(widgetIds);
  const loads: Promise<void>[] = [];
  let size = firstSize;
  while (waiting.size > 0 && !signal.aborted) {
    const cards = new Map<string, Card>();
    let areShown = false;
    const group = takeGroup(waiting, isInView, size).map(async (widgetId) => {
      const card = await load(widgetId);
      if (areShown) show(new Map([[widgetId, card]]));
      else cards.set(widgetId, card);
    });
    loads.push(...group);
    await waitAtMost(Promise.all(group), SLOW_MS);
    areShown = true;
    show(cards);
    size = groupSize;
    await rest();
  }
  await Promise.all(loads);
}

/** Takes the next cards out of those that wait: those in view, or if there are none, the first. */
function takeGroup(
  waiting: Set<string>,
  isInView: (widgetId: string) => boolean,
  size: number,
): string[] {
  const inView = [...waiting].filter(isInView);
  const group = (inView.length > 0 ? inView : [...waiting]).slice(0, size);
  for (const widgetId of group) waiting.delete(widgetId);
  return group;
}
