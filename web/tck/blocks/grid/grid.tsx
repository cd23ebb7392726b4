import type { ReactElement, ReactNode } from "react";
import type { Space } from "../stack/stack.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readGrid } from "./grid_model.ts";

const GRID = laidOut(readGrid);

interface GridProps extends StyledProps {
  /** The cells. */
  readonly children: ReactNode;
  /**
   * The number of columns. Where they would be too narrow, 4 are 2, 6 are 3 or 2, or else there is one. A column with rows,
   * charts or drawings is 240 px wide at least, in a card of one row 120; one of values has room for the longest of them and
   * 64 px, in a `2x1` and `4x1` 56; any other 90. In a `4x1` up to four cells without rows and drawings are in one line.
   *
   * @default 2
   */
  readonly columns?: 1 | 2 | 3 | 4 | 6 | undefined;
  /**
   * The space between the cells.
   *
   * @default 3, and between rows less where the content is too high; in `4x1`, `4x2`, `4x4` and a wide `fill-auto`, 5
   * between columns
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
 * Children in columns of the same width. A narrow place has fewer columns, and a card of a fixed size leaves out the cells
 * that do not fit. In a `1x1` three values and more are one below the other, each in a line with its label, without details.
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
export function Grid({ children, columns = 2, gap, grow = false, className }: GridProps): ReactElement {
  return (
    <div
      ref={GRID}
      className={namesOf(grow ? "kit-grid kit-grow" : "kit-grid", className)}
      data-columns={columns}
      style={{ gap: gap && `var(--space-${gap})` }}
    >
      {children}
    </div>
  );
}
