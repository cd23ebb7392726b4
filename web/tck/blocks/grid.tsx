import type { CSSProperties, ReactElement, ReactNode } from "react";
import type { Space } from "./stack.tsx";

interface GridProps {
  /** The cells. */
  readonly children: ReactNode;
  /**
   * The number of columns where there is room for them.
   *
   * @default 2
   */
  readonly columns?: 1 | 2 | 3 | 4 | 5 | 6;
  /**
   * The least width of a cell: 60, 104 or 160 px. In a narrower card there are fewer columns.
   *
   * @default "medium"
   */
  readonly cell?: "small" | "medium" | "large";
  /**
   * The space between the cells.
   *
   * @default 3
   */
  readonly gap?: Space;
  /**
   * Whether it takes the room that its siblings in a column leave.
   *
   * @default false
   */
  readonly grow?: boolean;
}

const CELLS = { small: 60, medium: 104, large: 160 };

/**
 * Children in columns of the same width. A narrow card has fewer columns, and a card of a fixed size drops the cells that do
 * not fit.
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
export function Grid(
  { children, columns = 2, cell = "medium", gap = 3, grow = false }: GridProps,
): ReactElement {
  const style = {
    "--kit-columns": columns,
    "--kit-cell": `${CELLS[cell] / 16}rem`,
    "--kit-gap": `var(--space-${gap})`,
  } as CSSProperties;
  return <div className={grow ? "kit-grid kit-grow" : "kit-grid"} style={style}>{children}</div>;
}
