/** A place in the evaluated code: one-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** How many places of an error are reported: those of the kit's charts, which are in the widget's code, are not the author's. */
export const MAX_SENT_PLACES = 20;

/** A frame of the widget's code: the code ends with this name, which V8 shows, and Deno as the end of the URL. */
const PLACE = /^ +at .*widget\.mjs:(\d+):(\d+)\)?$/gm;

/** The same as Firefox writes it, in which a page of the playground may run: the end of the URL too. */
const FIREFOX_PLACE = /^[^@\n]*@.*widget\.mjs:(\d+):(\d+)$/gm;

/** The places in the widget's code of a stack of calls, the innermost first. */
export function findPlaces(stack: unknown): Place[] {
  const text = String(stack);
  const isFirefox = text.includes("@") && !/^ +at /m.test(text);
  return Array.from(text.matchAll(isFirefox ? FIREFOX_PLACE : PLACE), ([, line, column]) => ({
    line: Number(line),
    column: Number(column),
  }));
}
