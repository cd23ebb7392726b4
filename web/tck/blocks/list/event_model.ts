import type { Reading } from "../../layout/reading.ts";
import { foreignOf, type ReadRow, type Row } from "./row_model.ts";

/** Whether events have no room for more than times and texts: beside their times, which take some of the width. */
export function areNarrow(width: number, starts: number): boolean {
  return width < NARROW_EVENTS || width - starts < LEAST_EVENT_PLACE;
}

const NARROW_EVENTS = 200;

/** The least width beside a time: the line, a text, and the gaps. */
const LEAST_EVENT_PLACE = 96;

/** The least width of a text between a time and what is at the end: the column without its gaps and the line. */
const LEAST_EVENT_TEXT = 54;

/** Events beside one another are as wide as that, at least. */
export const LEAST_EVENT = 120;

/** Reads an event of a timeline. */
export function eventOf(item: HTMLElement, reading: Reading, starts: number): ReturnType<ReadRow> {
  const { tokens } = reading;
  const text = item.querySelector<HTMLElement>(".kit-event-text");
  if (text === null) return foreignOf(item, reading);
  const detail = item.querySelector<HTMLElement>(".kit-item-detail");
  const end = item.querySelector<HTMLElement>(":scope > .kit-event-end");
  const weight = item.hasAttribute("aria-current") ? 600 : 400;
  const main = reading.content(text, { weight });
  const line = reading.content(detail);
  const ending = reading.content(end);
  const roomOf = (width: number) => {
    const endWidth = end === null ? 0 : Math.min(ending.width(tokens.label.size), width * 0.45) + 8;
    return Math.max(LEAST_EVENT_TEXT, width - starts - 8 - 18 - endWidth);
  };
  return {
    detail,
    end: end === null ? 0 : Math.max(tokens.rowLine, ending.height),
    beside: (width, size) => ({
      text: main.height > 0 ? Infinity : main.width(size),
      detail: line.height > 0 ? Infinity : line.width(tokens.label.size),
      room: roomOf(width),
    }),
    content(width, size, hasDetail) {
      if (areNarrow(width, starts)) return tokens.rowLine + (hasDetail ? tokens.rowDetail : 0);
      const room = roomOf(width);
      const lines = Math.max(1, main.lines(room, size)) * tokens.rowLine;
      return lines + (hasDetail ? Math.max(1, line.lines(room, tokens.label.size)) * tokens.rowDetail : 0);
    },
  };
}

/** From this width on, details of events are beside their texts, where all of them have room in one line. */
const BESIDE = 480;

/** The space between a text and its detail beside it. */
const BESIDE_GAP = 16;

/** The width of the texts that have their details beside them, or null where these are below. */
export function textsBeside(rows: readonly Row[], width: number, size: number): number | null {
  if (width < BESIDE || rows.every(({ detail }) => detail === undefined)) return null;
  const lines = rows.map(({ beside }) => beside?.(width, size) ?? { text: 0, detail: Infinity, room: 0 });
  const text = Math.ceil(Math.max(...lines.map((line) => line.text)));
  const isBeside = lines.every(({ detail, room }) => text + BESIDE_GAP + detail <= room);
  return isBeside ? text : null;
}
