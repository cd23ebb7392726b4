import { type KeptPlan, keptPlan, type Piece } from "../../../web/tck/layout/mod.ts";

/** What the report of a snapshot, which runs where it cannot call the kit, sends to a card to ask what it needs. */
const QUESTION = "tck-needs";

/** Answers the report of a snapshot. Returns what ends that. */
export function answerNeeds(): () => void {
  const answer = (event: Event) => writeNeeds(event.composedPath()[0] as HTMLElement);
  document.addEventListener(QUESTION, answer);
  return () => document.removeEventListener(QUESTION, answer);
}

/**
 * Writes on what a card leaves out how many more pixels of height it needs, as `data-needs`; nothing on what no more height
 * shows.
 */
function writeNeeds(card: HTMLElement): void {
  for (const element of card.querySelectorAll("[data-needs]")) element.removeAttribute("data-needs");
  const plan = keptPlan(card);
  if (plan === undefined) return;
  const needs = findNeeds(plan);
  for (const { piece, block } of plan.omitted) {
    // Lines of a text and parts of a drawing have no elements: what they need stands at their block.
    for (const element of piece.elements ?? [block.element]) write(element, needs.get(piece));
  }
  // What holds blocks is shown with the first of them.
  for (const element of card.querySelectorAll('[data-dropped="block"]:not([data-needs])')) {
    const inner = [...element.querySelectorAll<HTMLElement>("[data-needs]")];
    if (inner.length > 0) write(element, Math.min(...inner.map(({ dataset }) => Number(dataset.needs))));
  }
}

function write(element: Element | undefined, needed: number | undefined): void {
  if (needed !== undefined) element?.setAttribute("data-needs", `${needed}`);
}

/** The most further pixels of height that are tried: the height of a card of two rows. */
const MOST_NEEDED = 352;

/** How many more pixels of height a card needs to show each piece that it leaves out: with one pixel less it is not shown. */
function findNeeds({ box, omitted, at }: KeptPlan): ReadonlyMap<Piece, number> {
  const needs = new Map<Piece, number>();
  if (box.height === null) return needs;
  for (let pixels = 1; pixels <= MOST_NEEDED && needs.size < omitted.length; pixels++) {
    const { shown } = at(box.height + pixels);
    for (const { piece } of omitted) if (shown.has(piece) && !needs.has(piece)) needs.set(piece, pixels);
  }
  return needs;
}
