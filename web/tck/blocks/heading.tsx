import type { ReactElement, ReactNode } from "react";

/** What `Heading` takes. */
export interface HeadingProps {
  /** The heading. */
  readonly children: ReactNode;
  /**
   * 2 is the card's own; 3 and 4 are sections of it.
   *
   * @default 2
   */
  readonly level?: 2 | 3 | 4;
  /** A short line above it, such as what the card is about. */
  readonly kicker?: ReactNode;
}

/**
 * A heading. One of level 2 says what is new on the card; what the card is about stands in its `kicker`.
 *
 * @example
 * ```tsx
 * import { Heading } from "@tck/kit";
 * export default function Title() {
 *   return <Heading kicker="Markets">Shares edge up, oil gives way</Heading>;
 * }
 * ```
 */
export function Heading({ children, level = 2, kicker }: HeadingProps): ReactElement {
  const Element = `h${level}` as const;
  const heading = <Element className="kit-heading">{children}</Element>;
  if (kicker === undefined) return heading;
  return (
    <hgroup className="kit-heading-group">
      <p className="kit-kicker">{kicker}</p>
      {heading}
    </hgroup>
  );
}
