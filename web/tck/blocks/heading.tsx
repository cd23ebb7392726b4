import type { ReactElement, ReactNode } from "react";
import type { Tone } from "./tone.ts";
import { useBidi } from "./use_bidi.tsx";

interface HeadingProps {
  /** The heading. */
  readonly children: ReactNode;
  /**
   * 2 is the card's heading; 3 and 4 are headings of its sections.
   *
   * @default 2
   */
  readonly level?: 2 | 3 | 4 | undefined;
  /** A short line above it, such as what the card is about. */
  readonly kicker?: ReactNode;
  /** The number of lines after which it is cut off with an ellipsis. Without it, all of the heading is shown. */
  readonly lines?: number | undefined;
  /**
   * What its colour means. The words must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
}

/**
 * A heading. At level 2 it says what is new on the card, and its `kicker` says what the card is about.
 *
 * @example
 * ```tsx
 * import { Heading } from "@tck/kit";
 * export default function Title() {
 *   return <Heading kicker="Markets">Shares edge up, oil gives way</Heading>;
 * }
 * ```
 */
export function Heading({ children, level = 2, kicker, lines, tone }: HeadingProps): ReactElement {
  const { directionOf } = useBidi();
  const Element = `h${level}` as const;
  const heading = (
    <Element
      className={lines === undefined ? "kit-heading" : "kit-heading kit-clamped"}
      dir={directionOf(children)}
      data-tone={tone}
      style={lines === undefined ? undefined : { WebkitLineClamp: lines }}
    >
      {children}
    </Element>
  );
  if (kicker === undefined) return heading;
  return (
    <hgroup className="kit-heading-group">
      <p className="kit-kicker" dir={directionOf(kicker)}>{kicker}</p>
      {heading}
    </hgroup>
  );
}
