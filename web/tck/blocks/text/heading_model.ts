import { type Block, rem } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { lineOf } from "./text_model.ts";

/** A headline is a step smaller where values are; a heading of a section goes with what is below it. */
export function readHeading(element: HTMLElement, reading: Reading): Block {
  const { tokens, fonts } = reading;
  const heading = element.matches("hgroup") ? element.lastElementChild as HTMLElement : element;
  const kicker = element.matches("hgroup") ? element.firstElementChild : null;
  const isHeadline = heading.tagName === "H2";
  const content = reading.content(
    heading,
    isHeadline ? { family: fonts.serif, weight: 600, tracking: -0.01 } : { weight: 600 },
  );
  const most = Number(heading.style.webkitLineClamp) || Infinity;
  // A heading of a section ends after its first line where its content needs the others.
  const further = isHeadline ? [] : [reading.piece("detail", []), reading.piece("detail", [])];
  const above = reading.part(kicker);
  return reading.leaf({
    element,
    role: isHeadline ? "headline" : "section",
    pieces: [...further, ...above.pieces],
    form(width) {
      const linesOf = (shown: ReadonlySet<unknown>, size: number) => {
        const all = Math.min(most, content.lines(width, size));
        const isWhole = isHeadline || further.every((piece) => shown.has(piece));
        return isWhole ? all : Math.min(all, 1 + further.filter((piece) => shown.has(piece)).length);
      };
      const sizeAt = (value: number) => isHeadline ? tokens.headline[value < 0 ? 1 : 0]!.size : tokens.body;
      return {
        absent: further.slice(Math.max(0, Math.min(most, content.lines(width, tokens.body)) - 1)),
        height(shown, { value }) {
          const size = sizeAt(value);
          return linesOf(shown, size) * lineOf(size) + (above.isIn(shown) ? tokens.captionLine + 4 : 0);
        },
        choice(shown, { value }): Record<string, string> {
          const size = sizeAt(value);
          const lines = linesOf(shown, size);
          const isCut = lines < Math.min(most, content.lines(width, size));
          return {
            ...isHeadline && value < 0 && { "--kit-headline": rem(size) },
            ...isCut && { "data-clamped": "", "--kit-lines": `${lines}` },
          };
        },
      };
    },
  });
}
