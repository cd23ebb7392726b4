import { FOOTPRINTS, type WidgetSize } from "../../../core/contract/mod.ts";
import { LAYOUT_RULES } from "../../layout_rules.ts";
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

function rate(problem: CardProblem, { size }: Rendering, renderings: readonly Rendering[]): CardProblem {
  const place = placeOf(problem);
  const showing = renderings.filter(({ findings, cardError }) =>
    cardError === null && !findings.some((other) => isLoss(other) && placeOf(other) === place)
  );
  const isLarger = (other: WidgetSize) => size === null || bySize(size, other) < 0;
  const [smallest] = showing.flatMap(({ size }) => size !== null && isLarger(size) ? [size] : []).sort(
    bySize,
  );
  const where = smallest === undefined
    ? renderings.length > 1 ? "; no larger size shows it" : ""
    : `; ${smallest} shows it`;
  return { ...problem, severity: "warning", message: problem.message + where };
}

/** Where the JSX of what is left out is. Texts differ between the sizes: each leaves out other items. */
function placeOf({ element }: CardProblem): string {
  return JSON.stringify(element && [element.source ?? element.selector, element.component]);
}

/** By the cells of their areas; a card that is as high as its content is the largest. */
function bySize(one: WidgetSize, other: WidgetSize): number {
  return cellsOf(one) - cellsOf(other);
}

function cellsOf(size: WidgetSize): number {
  const { columns, rows } = FOOTPRINTS[size];
  return columns === null || rows === null ? Infinity : columns * rows;
}
