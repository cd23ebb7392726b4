import type { HostedDrawing } from "../drawings/use_drawing_room.ts";
import { apply, containersOf } from "./apply.ts";
import { contentStateOf, stateOf } from "./leaf.ts";
import { type Block, leavesOf, type Piece } from "./model.ts";
import { findNeededRoom } from "./needed_room.ts";
import { unitsOf } from "./rank.ts";
import { readBlocks } from "./read_card.ts";
import { Reading } from "./reading.ts";
import { type Plan, solve } from "./solve.ts";
import { measureText } from "./text.ts";
import { type Box, type Tokens, tokensOf } from "./tokens.ts";

/** The plan of a card and what it was made of, for tests. */
const PLAN = Symbol.for("tck.plan");

/** A plan as tests read it. */
export interface KeptPlan extends Plan {
  /** The room that it was made for. */
  readonly box: Box;
  elementOf(block: Block): HTMLElement | undefined;
  elementsOf(piece: Piece): readonly Element[];
  /** The plan at another height of the same class of size. */
  at(height: number): Plan;
}

/** What was read and decided about a card. */
interface Layout {
  readonly plan: Plan;
  readonly blocks: readonly Block[];
  readonly box: Box;
  readonly tokens: Tokens;
  readonly reading: Reading;
}

const layouts = new WeakMap<HTMLElement, Layout>();

/** The drawings of a card, by their elements. */
export type Drawings = ReadonlyMap<HTMLElement, HostedDrawing>;

/** Reads what is in a card, decides what it shows and where, gives that to the page, and compares both. */
export function layOut(card: HTMLElement, drawings: Drawings = new Map()): Plan | null {
  const stack = card.firstElementChild as HTMLElement;
  showEverything(card);
  const style = getComputedStyle(card);
  const rootSize = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize);
  const unit = rootSize / 16;
  const root = card.getRootNode();
  // A bundle without a kit line has no height that styles can ask for.
  const isFixed = root instanceof ShadowRoot && root.host.hasAttribute("data-fixed") &&
    card.clientHeight > 0 &&
    card.closest("[data-tck-unfitted]") === null;
  const box: Box = { width: card.clientWidth / unit, height: isFixed ? card.clientHeight / unit : null };
  if (box.width === 0) return null;
  const tokens = tokensOf(box);
  const { lang } = card.closest<HTMLElement>("[lang]") ??
    (card.getRootNode() as ShadowRoot).host as HTMLElement;
  const fonts = { sans: style.fontFamily, serif: style.getPropertyValue("--font-serif") || style.fontFamily };
  const reading = new Reading(tokens, box, fonts, lang, measureText, rootSize);
  const blocks = readBlocks(stack, reading);
  if (blocks.length === 0) return null;
  for (const hero of findHeroes(blocks, reading)) reading.heroes.add(hero);
  let plan = solve(blocks, box, tokens);
  apply(plan, blocks, stack, reading);
  for (let read = 1; read < MOST_READS && findCorrections(plan, reading); read++) {
    // What is not read again does not grow.
    plan = solve(blocks, box, tokens, { canGrow: read < MOST_READS - 1 });
    apply(plan, blocks, stack, reading);
  }
  placeDrawings(plan, reading, drawings, unit);
  (card as { [PLAN]?: KeptPlan })[PLAN] = {
    ...plan,
    box,
    elementOf: (block) => reading.bindingOf(block)?.element,
    elementsOf: (piece) => reading.elementsOf(piece),
    at: (height) => solve(blocks, { ...box, height }, tokens),
  };
  layouts.set(card, { plan, blocks, box, tokens, reading });
  return plan;
}

/**
 * The value that is larger than all others of a card, or those that are beside one another. In a card that has values only it
 * can be all of them.
 */
function findHeroes(blocks: readonly Block[], reading: Reading): Element[] {
  const leaves = blocks.flatMap(leavesOf);
  const values = leaves.filter(({ role }) => role === "lead");
  const sizes = ["large", "medium", "small"].map((size) => values.filter((value) => value.size === size));
  const largest = sizes.find((group) => group.length > 0) ?? [];
  const areAlone = leaves.every(({ role }) => role === "lead" || role === "title");
  const units = blocks.flatMap(unitsOf).filter((unit) =>
    leavesOf(unit).some((leaf) => largest.includes(leaf))
  );
  const areHeroes = units.length === 1 || (areAlone && largest.length === values.length);
  return areHeroes ? largest.map((value) => reading.bindingOf(value)!.element) : [];
}

function showEverything(card: HTMLElement): void {
  for (const element of card.querySelectorAll("[data-dropped], [data-omitted]")) {
    element.removeAttribute("data-dropped");
    element.removeAttribute("data-omitted");
  }
}

/** Gives drawings that are blocks the boxes of the plan, and others, such as lines in rows, those that they have on the page. */
function placeDrawings({ cells }: Plan, reading: Reading, drawings: Drawings, unit: number): void {
  const others = new Map(drawings);
  for (const { block, width, height } of cells) {
    const element = reading.bindingOf(block)?.element;
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
  const layout = layouts.get(card);
  if (element === card && layout?.box.height != null) {
    return Math.abs(layout.reading.toPixels(layout.box.height) - card.clientHeight) < LEAST_DIFFERENCE;
  }
  const cell = layout?.plan.cells.find(({ block }) => layout.reading.bindingOf(block)?.element === element);
  return cell === undefined || cell.block.children.length > 0 ||
    Math.abs(layout!.reading.toPixels(cell.height) - height) < LEAST_DIFFERENCE;
}

/** As many more pixels of height are tried: the height of a card of two rows. Nobody can gain more in one. */
const MOST_NEEDED = 352;

/**
 * Writes on what a card leaves out how many more pixels of height it needs, as `data-needs`; nothing on what no more height
 * shows. A report asks for it by the event `tck-needs` on the card, since it runs where it cannot call the kit.
 */
export function writeNeeds(card: HTMLElement): void {
  const layout = layouts.get(card);
  if (layout === undefined) return;
  const { plan, blocks, box: { width, height }, tokens, reading } = layout;
  for (const element of card.querySelectorAll("[data-needs]")) element.removeAttribute("data-needs");
  if (height === null) return;
  const left = new Set(plan.omitted.map(({ piece }) => piece));
  const needs = findNeededRoom(blocks, { width, height }, tokens, left, MOST_NEEDED);
  for (const { piece, block } of plan.omitted) {
    const needed = needs.get(piece);
    if (needed === undefined) continue;
    // Lines of a text and parts of a drawing have no elements: what they need stands at their block, if that is shown.
    const own = plan.shown.has(block.self) ? reading.bindingOf(block)?.element : undefined;
    const elements = reading.elementsOf(piece);
    for (const element of elements.length > 0 || own === undefined ? elements : [own]) {
      element.setAttribute("data-needs", `${needed}`);
    }
  }
  // What holds blocks is shown with the first of them.
  for (const block of blocks.flatMap(containersOf)) {
    const least = Math.min(...leavesOf(block).map(({ self }) => needs.get(self) ?? Infinity));
    const element = reading.bindingOf(block)?.element;
    if (element?.hasAttribute("data-dropped") === true && least < Infinity) {
      element.setAttribute("data-needs", `${least}`);
    }
  }
}

/** A smaller difference is a rounding. */
const LEAST_DIFFERENCE = 0.6;

/** The page is read so many times at most. */
const MOST_READS = 4;

/** Compares the heights of the plan with those of the page. Returns whether any is another one. */
function findCorrections({ cells, shown, look }: Plan, reading: Reading): boolean {
  let hasAny = false;
  for (const { block, width, height, choice } of cells) {
    const binding = reading.bindingOf(block);
    if (binding === undefined || block.children.length > 0 || "data-sized" in choice) continue;
    const difference = reading.sizeOf(binding.element).height - height;
    if (Math.abs(difference) < LEAST_DIFFERENCE) continue;
    const known = reading.corrections.get(block) ?? new Map<string, number>();
    const state = stateOf(block, width, shown, look);
    const content = contentStateOf(block, width, shown);
    const corrected = (known.get(state) ?? known.get(content) ?? 0) + difference;
    known.set(state, corrected);
    known.set(content, Math.max(corrected, known.get(content) ?? 0));
    reading.corrections.set(block, known);
    hasAny = true;
  }
  return hasAny;
}
