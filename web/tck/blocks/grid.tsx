import type { ReactElement, ReactNode } from "react";
import type { Space } from "./stack.tsx";

interface GridProps {
  /** The cells. */
  readonly children: ReactNode;
  /**
   * The number of columns in a wide card. In a card of up to 480 px, 4 are 2 (but not in a `2x1` with slots), 6 are 3, and
   * columns with rows that have an `end`, or with charts (but not in a `2x1`), are one; in a card of up to 190 px, 6 are 2
   * and 3 are 1. In a `4x1` there are at most as many as cells.
   *
   * @default 2
   */
  readonly columns?: 1 | 2 | 3 | 4 | 6 | undefined;
  /**
   * The space between the cells.
   *
   * @default 3, and less where the card is narrow or its content is too high
   */
  readonly gap?: Space | undefined;
  /**
   * Whether it takes the room that its siblings in a column leave.
   *
   * @default false
   */
  readonly grow?: boolean | undefined;
}

/**
 * Children in columns of the same width; in a `4x1` those of values alone are narrower. A narrow card has fewer columns, and
 * a card of a fixed size drops the cells that do not fit.
 *
 * @example
 * ```tsx
 * import { Card, Grid, Stat } from "@tck/kit";
 * export default function Tides() {
 *   return (
 *     <Card>
 *       <Grid columns={2}>
 *         <Stat label="High" value="3.4" unit="m" />
 *         <Stat label="Low" value="0.6" unit="m" />
 *       </Grid>
 *     </Card>
 *   );
 * }
 * ```
 */
export function Grid({ children, columns = 2, gap, grow = false }: GridProps): ReactElement {
  return (
    <div
      className={grow ? "kit-grid kit-grow" : "kit-grid"}
      data-columns={columns}
      style={{ gap: gap && `var(--space-${gap})` }}
    >
      {children}
    </div>
  );
}
