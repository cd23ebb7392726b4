import type { ReactNode } from "react";
import { useCardDirection } from "../context.tsx";
import { foreignDirection } from "../text_direction.ts";

/** How a block keeps the order of a text of the direction that the card does not have, such as `75 µg` in an Arabic card. */
interface Bidi {
  /** The `dir` of an element with nothing but this content; undefined where it has the direction of the card. */
  directionOf(content: ReactNode): "ltr" | "rtl" | undefined;
  /** The content, isolated from what is around it where it has another direction than the card. */
  isolate(content: ReactNode): ReactNode;
}

/** For the blocks, which have the texts of authors. */
export function useBidi(): Bidi {
  const direction = useCardDirection();
  const directionOf = (content: ReactNode) => {
    const text = textOf(content);
    return text === null ? undefined : foreignDirection(text, direction);
  };
  return {
    directionOf,
    isolate(content) {
      const dir = directionOf(content);
      return dir === undefined ? content : <bdi dir={dir}>{content}</bdi>;
    },
  };
}

/** The text of a content without elements, such as that of `{count} kW`; null if it has any. */
function textOf(content: ReactNode): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const isText = content.every((part) => typeof part === "string" || typeof part === "number");
  return isText ? content.join("") : null;
}
