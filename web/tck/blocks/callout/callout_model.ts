import type { Reading } from "../../layout/reading.ts";
import { partOf } from "../../layout/leaf.ts";
import type { Block } from "../../layout/model.ts";

/** A remark, whose text goes before its title. */
export function readCallout(element: HTMLElement, reading: Reading): Block {
  const { tokens } = reading;
  const [titleElement, textElement = null] = element.children;
  const title = reading.content(titleElement!, { weight: 600 });
  const [text, content] = [partOf(textElement), reading.content(textElement)];
  const { size, line } = tokens.label;
  const [inline, block] = tokens.sizeClass === "S" ? [8, 4] : [12, 8];
  return reading.leaf({
    element,
    role: "remark",
    pieces: text.pieces,
    form(width) {
      const room = width - 2 * inline - 2;
      const lines = Math.max(1, title.lines(room, size));
      const more = Math.max(1, content.lines(room, size));
      return {
        height: (shown) =>
          2 * block + 2 + lines * line +
          (text.isIn(shown) ? Math.max(more * line, content.height) : 0),
      };
    },
  });
}
