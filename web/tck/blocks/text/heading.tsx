import type { ReactElement, ReactNode } from "react";
import type { Tone } from "../tone.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readHeading } from "./heading_model.ts";

const HEADING = laidOut(readHeading);

interface HeadingProps extends StyledProps {
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
 * A heading. At level 2 it says what is new on the card, and its `kicker` says what the card is about. Below other blocks it
 * is shown with the block after it, and never without.
 *
 * @example
 * ```tsx
 * import { Heading } from "@tck/kit";
 * export default function Title() {
 *   return <Heading kicker="Markets">Shares edge up, oil gives way</Heading>;
 * }
 * ```
 */
export function Heading({ children, level = 2, kicker, lines, tone, className }: HeadingProps): ReactElement {
  const { directionOf } = useBidi();
  const Element = `h${level}` as const;
  const isSection = level > 2;
  const heading = (
    <Element
      ref={kicker === undefined ? HEADING : undefined}
      className={namesOf(
        `kit-heading${lines === undefined ? "" : " kit-clamped"}${
          isSection && kicker === undefined ? " kit-section" : ""
        }`,
        kicker === undefined ? className : undefined,
      )}
      dir={directionOf(children)}
      data-tone={tone}
      style={lines === undefined ? undefined : { WebkitLineClamp: lines }}
    >
      {children}
    </Element>
  );
  if (kicker === undefined) return heading;
  return (
    <hgroup
      ref={HEADING}
      className={namesOf(`kit-heading-group${isSection ? " kit-section" : ""}`, className)}
    >
      <p className="kit-kicker" dir={directionOf(kicker)}>{kicker}</p>
      {heading}
    </hgroup>
  );
}
