import { isValidElement, type ReactNode } from "react";
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

/** The text of a content, such as that of `{count} kW` or `<s>Chemistry</s>`; null if a component or a picture is in it. */
function textOf(content: ReactNode): string | null {
  if (typeof content === "string" || typeof content === "number") return `${content}`;
  if (Array.isArray(content)) {
    const texts = content.map(textOf);
    return texts.includes(null) ? null : texts.join("");
  }
  const isElement = isValidElement<{ children?: ReactNode }>(content) && typeof content.type === "string";
  return isElement ? textOf(content.props.children) : null;
}
