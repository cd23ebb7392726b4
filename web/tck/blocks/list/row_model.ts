import type { Piece, Shown } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";

/** A row of a list or timeline. */
export interface Row {
  readonly element: HTMLElement;
  readonly piece: Piece | undefined;
  /** The line below its text. */
  readonly detail: Piece | undefined;
  /** The height of what is at its end, where that is below its text. */
  readonly end?: number;
  /** Its height without the space above and below it. */
  content(width: number, size: number, hasDetail: boolean): number;
  /** The widths of its text and of the line below it, and the room for both in one line. */
  readonly beside?: ((width: number, size: number) => Beside) | undefined;
}

/** The widths of a text and its detail, and the room for both in one line. */
export interface Beside {
  readonly text: number;
  readonly detail: number;
  readonly room: number;
}

/** Reads a row from its element. `starts` is the width of what is before the texts of all rows. */
export type ReadRow = (
  element: HTMLElement,
  reading: Reading,
  starts: number,
) => Pick<Row, "content" | "beside"> & { readonly detail: Element | null; readonly end?: number };

/** What is no item of the kit is as high as it is. */
export function foreignOf(item: HTMLElement, reading: Reading): ReturnType<ReadRow> {
  const { height } = reading.sizeOf(item);
  return { detail: null, content: () => height };
}

/** The index of the current row, or else of the first one that is not over. */
export function indexOfCurrent(rows: readonly Element[]): number {
  const current = rows.findIndex(isCurrent);
  return current < 0 ? rows.findIndex((row) => !isPast(row)) : current;
}

/**
 * The pieces of the rows that can be left out, the most important first: the current row is always shown, or else the first
 * one that is not over; what is over before it goes first, the oldest first of all.
 */
export function rowPieces(rows: readonly Element[]): Map<Element, Piece> {
  const current = indexOfCurrent(rows);
  const over = rows.slice(0, Math.max(0, current)).filter(isPast).reverse();
  const others = rows.filter((row) => row !== rows[current] && !over.includes(row));
  const order = [...rows.slice(current, current + 1), ...others, ...over].slice(1);
  return new Map(
    order.map((
      row,
    ) => [row, { kind: "row", elements: [row], rank: over.includes(row) ? "late" : undefined }]),
  );
}

/** Whether a piece of a row is shown, or cannot be left out. */
export function isVisible({ piece }: Pick<Row, "piece">, shown: Shown): boolean {
  return piece === undefined || shown.has(piece);
}

export function isCurrent(row: Element): boolean {
  return row.hasAttribute("aria-current");
}

export function isPast(row: Element): boolean {
  return row.hasAttribute("data-past");
}

/** Writes how many rows are not shown, for screen readers. The layout shows it to the eye. */
export function writeMore(block: HTMLElement, count: number, language: string): void {
  const more = block.querySelector<HTMLElement>(".kit-more")!;
  const text = count === 0
    ? ""
    : new Intl.NumberFormat(language || undefined, { signDisplay: "always" }).format(count);
  if (more.textContent !== text) more.textContent = text;
}
