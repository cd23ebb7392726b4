import { FOOTPRINTS, type WidgetSize } from "../../../../core/contract/mod.ts";
import { LAYOUT_RULES } from "../../../layout_rules.ts";
import { sizeName } from "../plan_shots.ts";
import type { CardProblem, Rendering } from "./report.ts";

/** The rules about what a card leaves out so that the rest fits. */
const LOSSES: ReadonlySet<string> = new Set(
  LAYOUT_RULES.filter(({ severity }) => severity === "note").map(({ rule }) => rule),
);

/** Whether a problem is something that a card leaves out. */
export function isLoss({ rule }: CardProblem): boolean {
  return LOSSES.has(rule);
}

/**
 * What a card leaves out in the default state is a warning: an author has chosen that state and declared the size. Its
 * message says the smallest larger size at which it is shown, of those that are given: a widget may show something else in a
 * smaller one. In other states it stays a note.
 */
export function rateLosses(renderings: readonly Rendering[]): Rendering[] {
  const groups = Map.groupBy(
    renderings,
    ({ widget, theme, locale, state }) => JSON.stringify([widget, theme, locale, state]),
  );
  return renderings.map((rendering) => {
    const { widget, theme, locale, state } = rendering;
    if (state !== null || !rendering.findings.some(isLoss)) return rendering;
    const others = groups.get(JSON.stringify([widget, theme, locale, state]))!;
    const findings = rendering.findings.map((problem) =>
      isLoss(problem) ? rate(problem, rendering, others) : problem
    );
    return { ...rendering, findings };
  });
}

function rate(problem: CardProblem, rendering: Rendering, all: readonly Rendering[]): CardProblem {
  const larger = all.filter((other) => isLarger(rendering, other)).sort(bySize);
  const whereIs = (part: string | null) => {
    const shows = ({ cardError, findings }: Rendering) =>
      cardError === null && !findings.some((other) => hides(other, problem, part));
    const found = larger.find(shows);
    if (found === undefined) return all.length > 1 ? "no larger size" : null;
    const isEveryWidth = all.filter(({ size }) => size === found.size).every(shows);
    return isEveryWidth ? found.size : sizeName(found);
  };
  const parts = Map.groupBy(problem.missing ?? [null], whereIs);
  const where = Array.from(parts, ([size, names]) => {
    if (size === null) return "";
    return `${size} shows ${parts.size === 1 ? "it" : names.join(" and ")}`;
  }).filter((text) => text !== "").join(", ");
  return { ...problem, severity: "warning", message: [problem.message, where].filter(Boolean).join("; ") };
}

/** Where a whole block is not shown, no part of it is. */
const OF_BLOCKS = ["block.dropped", "card.bare"];

/**
 * Whether a finding says that what another one is about is not shown, or is cut off.
 *
 * @param part of what is missing, if parts have names
 */
function hides(found: CardProblem, problem: CardProblem, part: string | null): boolean {
  if (!(isLoss(found) || OF_BLOCKS.includes(found.rule)) || placeOf(found) !== placeOf(problem)) return false;
  if (OF_BLOCKS.includes(found.rule)) return true;
  if (part !== null) return found.missing?.includes(part) ?? false;
  if (found.missing !== undefined) return false;
  const isRow = found.rule === "item.dropped" && problem.rule !== "block.dropped";
  return isRow || tagOf(found) === tagOf(problem);
}

/** Where the JSX of what is left out is. Texts differ between the sizes: each leaves out other items. */
function placeOf({ element }: CardProblem): string {
  return JSON.stringify(element && [element.source ?? element.selector, element.component]);
}

/** The element without those around it, such as `div.kit-item-detail`: an item and its detail have one place. */
function tagOf({ element }: CardProblem): string | undefined {
  return element?.selector.split(" > ").at(-1);
}

/** A card that is as high as its content is larger than those of a fixed size, and loses only what a wider one may show. */
function isLarger(one: Rendering, other: Rendering): boolean {
  if (one.size === null || other.size === null) return false;
  return one.width === null ? cellsOf(one.size) < cellsOf(other.size) : widthOf(one) < widthOf(other);
}

/** Orders by the number of cells, and cards that are as high as their content by width. */
function bySize(one: Rendering, other: Rendering): number {
  const isOf = ({ size }: Rendering) => cellsOf(size!);
  return isOf(one) === isOf(other) ? widthOf(one) - widthOf(other) : isOf(one) - isOf(other);
}

function cellsOf(size: WidgetSize): number {
  const { columns, rows } = FOOTPRINTS[size];
  return columns === null || rows === null ? Infinity : columns * rows;
}

function widthOf({ size, width }: Rendering): number {
  return width ?? FOOTPRINTS[size!].width ?? 0;
}
