import { placeCounts } from "./counts.ts";
import { type Block, type Cell, type Choice, rem, type Role } from "./model.ts";
import type { Reading } from "./reading.ts";
import type { Plan } from "./solve.ts";
import { BOUNDS } from "./tokens.ts";

/** What the layout has set on an element, so that the next plan takes it back. */
const SET = Symbol("set");

type Marked = HTMLElement & { [SET]?: readonly string[] };

/** Gives the elements of a card what the plan decides. It changes nothing that the plan has left as it is. */
export function apply(plan: Plan, blocks: readonly Block[], stack: HTMLElement, reading: Reading): void {
  for (const piece of plan.pieces) {
    const dropped = plan.shown.has(piece) ? null : piece.kind;
    for (const element of piece.elements ?? []) setAttribute(element, "data-dropped", dropped);
  }
  const placed = new Set(plan.cells.map(({ block }) => block));
  for (const block of blocks.flatMap(containersOf)) {
    if (block.element !== undefined) {
      setAttribute(block.element, "data-dropped", placed.has(block) ? null : "block");
    }
  }
  const card = stack.parentElement!;
  set(card, {
    "--kit-gap": rem(plan.look.gap),
    "--kit-gap-head": rem(plan.look.gapHead),
    "--kit-row": rem(plan.look.row),
  });
  const top = plan.cells.filter(({ isNested }) => !isNested);
  const grid = plan.shape === "column" ? null : gridOf(top);
  set(stack, grid === null ? spreadOf(plan, stack, reading) : grid.template);
  for (const cell of plan.cells) cell.block.update?.(plan.shown, cell);
  const counts = placeCounts(plan.cells, reading);
  for (const cell of plan.cells) {
    const area = grid === null || cell.isNested ? {} : grid.areaOf(cell);
    set(cell.block.element!, { ...cell.choice, ...area, ...counts.get(cell) });
  }
}

/** A block and those in it that have blocks in them. */
function containersOf(block: Block): readonly Block[] {
  return block.children.length === 0 ? [] : [block, ...block.children.flatMap(containersOf)];
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Values alone are at the end of a card of a fixed size, and bars alone are spread over it, unless the author says otherwise. */
function spreadOf({ cells }: Plan, stack: HTMLElement, { box, tokens }: Reading): Choice {
  if (box.height === null || stack.dataset.justify !== undefined) return {};
  const leaves = cells.filter(({ block }) => block.children.length === 0).map(({ block }) => block);
  const are = (role: Role) =>
    leaves.length > 1 && leaves[0]!.role === "title" && leaves.slice(1).every((leaf) => leaf.role === role);
  if (are("bar")) return leaves.length > 3 && tokens.sizeClass !== "L" ? { "data-spread": "between" } : {};
  if (!are("lead")) return {};
  if (leaves.length === 2 && box.width >= BOUNDS.wide) return { "data-spread": "wide" };
  const values = cells.filter(({ block, isNested }) => isNested && block.children.length === 0);
  const areOneGrid = cells.filter(({ isNested }) => !isNested).length === 2;
  const areInRows = new Set(values.map(({ top }) => top)).size > 1;
  return { "data-spread": areOneGrid && areInRows && tokens.sizeClass !== "S" ? "rows" : "end" };
}

/** A grid in which every cell has a place of its own: its lines, and the place of a cell. */
function gridOf(cells: readonly Cell[]): { template: Choice; areaOf(cell: Cell): Choice } {
  const rows = linesOf(cells.flatMap(({ top, height }) => [top, top + height]));
  const columns = linesOf(cells.flatMap(({ start, width }) => [start, start + width]));
  const tracks = (lines: readonly number[], track: (length: string) => string) =>
    lines.slice(1).map((line, index) => track(rem(line - lines[index]!))).join(" ");
  const line = (lines: readonly number[], at: number) => lines.indexOf(Math.round(at)) + 1;
  return {
    template: {
      "data-arranged": "",
      "--kit-template": `${tracks(rows, (length) => `minmax(${length}, auto)`)} / ${
        tracks(columns, (length) => `minmax(0, ${length})`)
      }`,
    },
    areaOf: ({ top, start, width, height }) => ({
      "--kit-area": `${line(rows, top)} / ${line(columns, start)} / ${line(rows, top + height)} / ${
        line(columns, start + width)
      }`,
    }),
  };
}

function linesOf(places: readonly number[]): number[] {
  return [...new Set(places.map(Math.round))].sort((one, other) => one - other);
}

/** Sets custom properties and attributes, and takes those back that the plan before had set. */
function set(element: HTMLElement, choice: Choice): void {
  const marked = element as Marked;
  for (const name of marked[SET] ?? []) {
    if (name in choice) continue;
    if (name.startsWith("--")) element.style.removeProperty(name);
    else element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(choice)) {
    if (!name.startsWith("--")) setAttribute(element, name, value);
    else if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
  }
  marked[SET] = Object.keys(choice);
}
