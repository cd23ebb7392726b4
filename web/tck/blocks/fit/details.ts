import { fits, isCut, type Part } from "./parts.ts";

/** What goes first: the lines below values and bars, the values of a legend, and the icon of an empty state. */
const NOTES =
  ".kit-stat-detail, .kit-meter-detail, .kit-empty-icon, .kit-meter > .kit-legend .kit-legend-value";

/** Lines that go after those. */
const SECOND_LINES = ".kit-stat-trend, .kit-item-detail, .kit-callout-text, .kit-empty-text";

/** All of them. */
export const DETAILS: string = `${NOTES}, ${SECOND_LINES}`;

/** Details of which either all are shown or none. */
type Group = readonly Part[];

/**
 * Drops details until the content fits, at the first step of `data-tight`: notes before other lines, and of those the last
 * ones first, so that the first items of a list keep theirs. Rows of a card that is one row high lose all of theirs at once,
 * and before other blocks do: more rows are better there.
 */
export function trimDetails(stack: HTMLElement, isLow: boolean): Group[] {
  const details = isLow ? inLowCard(stack) : [...groupsOf(stack, NOTES), ...groupsOf(stack, SECOND_LINES)];
  const trimmed: Group[] = [];
  for (const group of details) {
    if (fits(stack)) break;
    for (const detail of group) detail.dataset.trimmed = "";
    trimmed.push(group);
  }
  return trimmed;
}

function inLowCard(stack: HTMLElement): Group[] {
  const isOfRow = (detail: Part) => detail.matches(".kit-item-detail");
  const others = groupsOf(stack, SECOND_LINES).filter(([detail]) => !isOfRow(detail!));
  return [
    [...stack.querySelectorAll<HTMLElement>(".kit-item-detail")],
    ...groupsOf(stack, NOTES),
    ...others,
  ];
}

/**
 * Details from the end; those of past items before, and those of current ones after the others. The values of a legend are
 * one group, and so are the lines of the other items of a list.
 */
function groupsOf(stack: HTMLElement, selector: string): Group[] {
  const groups = Map.groupBy(
    stack.querySelectorAll<HTMLElement>(selector),
    (detail) => detail.closest(".kit-legend") ?? listOf(detail) ?? detail,
  );
  return [...groups.values()].reverse().sort((one, other) => rankOf(one[0]!) - rankOf(other[0]!));
}

/** The list of an item that is not current. The events of a timeline that are over lose their details first. */
function listOf(detail: Part): Element | null {
  const isApart = detail.closest("[aria-current], .kit-event[data-past]") !== null;
  return isApart ? null : detail.closest(".kit-list");
}

function rankOf(detail: Part): number {
  if (detail.closest("[data-past]") !== null) return 0;
  return detail.closest("[aria-current]") === null ? 1 : 2;
}

/** Shows those details again that have room after all: of an item only if the items before it have theirs. */
export function putBackDetails(stack: HTMLElement, trimmed: readonly Group[]): void {
  let isListFull = false;
  for (const group of trimmed.toReversed()) {
    const isOfItems = group.some((detail) => detail.matches(".kit-item-detail"));
    if (isOfItems && isListFull) continue;
    for (const detail of group) delete detail.dataset.trimmed;
    if (fits(stack)) continue;
    for (const detail of group) detail.dataset.trimmed = "";
    isListFull ||= isOfItems;
  }
}

/** Drops the texts of remarks that are cut in the one line that a card leaves them. */
export function dropCutRemarks(card: HTMLElement): void {
  for (const text of card.querySelectorAll<HTMLElement>(".kit-callout-text")) {
    if (text.getClientRects().length > 0 && isCut(text)) text.dataset.trimmed = "";
  }
}

/** Shows all details. */
export function clearDetails(card: HTMLElement): void {
  for (const detail of card.querySelectorAll<HTMLElement>("[data-trimmed]")) delete detail.dataset.trimmed;
}
