import type { HostedDrawing } from "../drawings/use_drawing_room.ts";
import { apply } from "./apply.ts";
import { keepPlan, keptPlan } from "./kept_plan.ts";
import { correct } from "./leaf.ts";
import { type Block, leavesOf } from "./model.ts";
import { unitsOf } from "./rank.ts";
import { readBlocks } from "./read_card.ts";
import { Reading } from "./reading.ts";
import { type Plan, solve } from "./solve.ts";
import { type Box, tokensOf } from "./tokens.ts";

/** The drawings of a card, by their elements. */
export type Drawings = ReadonlyMap<HTMLElement, HostedDrawing>;

/** Reads what is in a card, decides what it shows and where, gives that to the page, and compares both. */
export function layOut(card: HTMLElement, drawings: Drawings): void {
  const stack = card.firstElementChild as HTMLElement;
  showEverything(card);
  const style = getComputedStyle(card);
  const unit = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize) / 16;
  const root = card.getRootNode();
  // A bundle without a kit line has no height that styles can ask for.
  const isFixed = root instanceof ShadowRoot && root.host.hasAttribute("data-fixed") &&
    card.clientHeight > 0 &&
    card.closest("[data-tck-unfitted]") === null;
  const box: Box = { width: card.clientWidth / unit, height: isFixed ? card.clientHeight / unit : null };
  if (box.width === 0) return;
  const tokens = tokensOf(box);
  const { lang } = card.closest<HTMLElement>("[lang]") ?? (root as ShadowRoot).host as HTMLElement;
  const fonts = { sans: style.fontFamily, serif: style.getPropertyValue("--font-serif") || style.fontFamily };
  const reading = new Reading(tokens, box, fonts, lang, unit);
  const blocks = readBlocks(stack, reading);
  if (blocks.length === 0) return;
  for (const hero of findHeroes(blocks)) reading.heroes.add(hero);
  let plan = solve(blocks, box, tokens);
  apply(plan, blocks, stack, reading);
  for (let read = 1; read < MOST_READS && findCorrections(plan, reading); read++) {
    // What is not read again does not grow.
    plan = solve(blocks, box, tokens, { canGrow: read < MOST_READS - 1 });
    apply(plan, blocks, stack, reading);
  }
  placeDrawings(plan, drawings, unit);
  keepPlan(card, { ...plan, box, unit, at: (height) => solve(blocks, { ...box, height }, tokens) });
}

/**
 * The value that is larger than all others of a card, or those that are beside one another. In a card that has values only it
 * can be all of them.
 */
function findHeroes(blocks: readonly Block[]): Element[] {
  const leaves = blocks.flatMap(leavesOf);
  const values = leaves.filter(({ role }) => role === "lead");
  const sizes = ["large", "medium", "small"].map((size) => values.filter((value) => value.size === size));
  const largest = sizes.find((group) => group.length > 0) ?? [];
  const areAlone = leaves.every(({ role }) => role === "lead" || role === "title");
  const units = blocks.flatMap(unitsOf).filter((unit) =>
    leavesOf(unit).some((leaf) => largest.includes(leaf))
  );
  const areHeroes = units.length === 1 || (areAlone && largest.length === values.length);
  return areHeroes ? largest.map(({ element }) => element!) : [];
}

function showEverything(card: HTMLElement): void {
  for (const element of card.querySelectorAll("[data-dropped], [data-omitted]")) {
    element.removeAttribute("data-dropped");
    element.removeAttribute("data-omitted");
  }
}

/** Gives drawings that are blocks the boxes of the plan, and others, such as lines in rows, those that they have on the page. */
function placeDrawings({ cells }: Plan, drawings: Drawings, unit: number): void {
  const others = new Map(drawings);
  for (const { block: { element }, width, height } of cells) {
    if (element === undefined) continue;
    others.delete(element);
    drawings.get(element)?.place({ width: width * unit, height: height * unit });
  }
  for (const [element, drawing] of others) {
    const { clientWidth: width, clientHeight: height } = element;
    if (width > 0 && height > 0) drawing.place({ width, height });
  }
}

/**
 * Whether a card is as high as when it was laid out, or a block as high as the plan of its card says; so is what is no block
 * of it. A card is higher when the host has left out its footer, because the card itself has the actions.
 */
export function isAsPlanned(card: HTMLElement, element: Element, height: number): boolean {
  const plan = keptPlan(card);
  const isPlanned = (planned: number, shown: number) =>
    Math.abs(planned * plan!.unit - shown) < LEAST_DIFFERENCE;
  if (element === card && plan?.box.height != null) return isPlanned(plan.box.height, card.clientHeight);
  const cell = plan?.cells.find(({ block }) => block.element === element);
  return cell === undefined || cell.block.children.length > 0 || isPlanned(cell.height, height);
}

/** A smaller difference is a rounding. */
const LEAST_DIFFERENCE = 0.6;

/** How many times the page is read at most. */
const MOST_READS = 4;

/** Compares the heights of the plan with those of the page. Returns whether any is another one. */
function findCorrections({ cells, shown, look }: Plan, reading: Reading): boolean {
  let hasAny = false;
  for (const { block, width, height, choice } of cells) {
    if (block.corrections === undefined || "data-sized" in choice) continue;
    const difference = reading.sizeOf(block.element!).height - height;
    if (Math.abs(difference) < LEAST_DIFFERENCE) continue;
    correct(block, width, shown, look, difference);
    hasAny = true;
  }
  return hasAny;
}
