import { type Block, rem } from "../../layout/model.ts";
import { partOf } from "../../layout/leaf.ts";
import type { Reading } from "../../layout/reading.ts";
import { clampText, lineOf } from "./clamped_lines.ts";

/**
 * A headline is a step smaller where values are. A heading of a section goes with what is below it, and ends after its first
 * line where its content needs the others.
 */
export function readHeading(element: HTMLElement, reading: Reading): Block {
  const { tokens, fonts } = reading;
  const isGroup = element.matches("hgroup");
  const heading = isGroup ? element.lastElementChild as HTMLElement : element;
  const isHeadline = heading.tagName === "H2";
  const content = reading.content(
    heading,
    isHeadline ? { family: fonts.serif, weight: 600, tracking: -0.01 } : { weight: 600 },
  );
  const text = clampText(heading, content, 1, isHeadline ? 0 : 2);
  const kicker = partOf(isGroup ? element.firstElementChild : null);
  const sizeAt = (value: number) => isHeadline ? tokens.headline[value < 0 ? 1 : 0] : tokens.body;
  return reading.leaf({
    element,
    role: isHeadline ? "headline" : "section",
    pieces: [...text.pieces, ...kicker.pieces],
    form: (width) => ({
      absent: text.at(width, tokens.body).absent,
      height(shown, { value }) {
        const size = sizeAt(value);
        return text.at(width, size).count(shown) * lineOf(size) +
          (kicker.isIn(shown) ? tokens.captionLine + 4 : 0);
      },
      choice: (shown, { value }) => ({
        ...isHeadline && value < 0 && { "--kit-headline": rem(sizeAt(value)) },
        ...text.at(width, sizeAt(value)).choice(shown),
      }),
    }),
  });
}
