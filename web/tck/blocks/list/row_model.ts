import type { Piece } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";

/** A row of a list or timeline. */
export interface Row {
  readonly element: HTMLElement;
  readonly piece: Piece | null;
  readonly isCurrent: boolean;
  readonly isPast: boolean;
  /** The line below its text, if it is shown. */
  readonly detail: Piece | null;
  /** The height of what is at its end, where that is below its text. */
  readonly end: number;
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
