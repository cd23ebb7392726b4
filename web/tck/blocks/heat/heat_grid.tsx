import { type CSSProperties, type ReactElement } from "react";
import { quoteValue } from "../../quote_value.ts";
import { useFootprint, useMountedContext } from "../../context.tsx";
import { type DrawingRoom, useDrawingRoom } from "../../drawings/use_drawing_room.ts";
import { useFormat } from "../../format.ts";
import { type HeatDay, type HeatTable, tableOfDays } from "./heat_days.ts";
import { chooseHeadings, heatOptions, type HeatPlan, planHeat } from "./heat_plan.ts";
import { useCells } from "./use_cells.tsx";
import { checkText } from "../check_text.ts";
import { checkNumber } from "../check_number.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";

interface HeatGridBase extends InkProps, StyledProps {
  /** What it shows, in words, for screen readers: a `Heading` above it shows it to all. */
  readonly label: string;
  /**
   * The value of the strongest colour.
   *
   * @default the largest value
   */
  readonly max?: number | undefined;
  /**
   * Formats a value for the tooltip of its cell, which also names the row and the column, or the day.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

interface TableProps extends HeatGridBase {
  /** The headings of the rows. */
  readonly rows: readonly string[];
  /** The headings of the columns. */
  readonly columns: readonly string[];
  /** For each row, the value of each column; null where there is none. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly days?: never;
}

interface DaysProps extends HeatGridBase {
  /**
   * Days, each once and in any order, such as `{ date: "2026-03-04", value: 3 }`, instead of rows and columns: a column is a
   * week.
   */
  readonly days: readonly HeatDay[];
  readonly rows?: never;
  readonly columns?: never;
  readonly values?: never;
}

/**
 * Values as colours: rows and columns with headings, such as weekdays and hours, or the days of some months, a week in each
 * column. A card that is too narrow for all weeks shows the last ones. Each cell has a tooltip; the arrow keys move between
 * cells.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a value is neither a finite
 * number nor null, or `max` is not a finite number, `block.invalid_day` when a date of `days` is not a day, or there twice
 *
 * @example
 * ```tsx
 * import { HeatGrid } from "@tck/kit";
 * const visits = (
 *   <HeatGrid
 *     label="Visits by day and time"
 *     rows={["Sat", "Sun"]}
 *     columns={["Morning", "Noon", "Evening"]}
 *     values={[[12, 40, 31], [5, 22, null]]}
 *   />
 * );
 * const practice = (
 *   <HeatGrid
 *     label="Minutes of practice"
 *     days={[{ date: "2026-03-02", value: 20 }, { date: "2026-03-03", value: 0 }, { date: "2026-03-04", value: 45 }]}
 *   />
 * );
 * ```
 */
export function HeatGrid(props: TableProps | DaysProps): ReactElement {
  const { label, max, formatValue, color, tone, className } = props;
  const format = useFormat();
  const { locale, formatLocale = locale } = useMountedContext("HeatGrid");
  const isFixed = useFootprint().height !== null;
  const table: HeatTable = props.days === undefined
    ? { ...props, names: null }
    : tableOfDays(props.days, label, formatLocale, format);
  for (const [name, headings] of Object.entries({ rows: table.rows, columns: table.columns })) {
    for (const heading of headings) checkText(heading, `one of the ${name} of HeatGrid ${quoteValue(label)}`);
  }
  const [element, room] = useDrawingRoom<HTMLDivElement>((space) => heatOptions(table, space), {
    isGiven: isFixed,
  });
  const plan = room && planHeat(table, room, isFixed ? room.height : Infinity);
  const placeOf = (row: number, column: number) =>
    table.names?.[row]?.[column] ?? [table.rows[row], table.columns[column]].filter(Boolean).join(", ");
  checkNumber(max ?? 0, "max of HeatGrid", label);
  for (const [row, values] of table.values.entries()) {
    for (const [column, value] of values.entries()) {
      if (value !== null) checkNumber(value, `${quoteValue(placeOf(row, column))} of HeatGrid`, label);
    }
  }
  const strongest = max ?? Math.max(0, ...table.values.flat().map((value) => value ?? 0));
  const nameOf = (row: number, column: number, value: number) =>
    `${placeOf(row, column)}: ${(formatValue ?? format.number)(value)}`;
  return (
    <div
      ref={element}
      className={namesOf("kit-heat kit-figure", className)}
      style={{ blockSize: isFixed ? undefined : plan?.total }}
    >
      {room && plan && <Cells {...{ label, color, tone, table, room, plan, strongest, nameOf }} />}
    </div>
  );
}

interface CellsProps extends InkProps {
  readonly label: string;
  readonly table: HeatTable;
  readonly room: DrawingRoom;
  readonly plan: HeatPlan;
  /** The value of the strongest colour. */
  readonly strongest: number;
  readonly nameOf: (row: number, column: number, value: number) => string;
}

function Cells({ label, color, tone, table, room, plan, strongest, nameOf }: CellsProps): ReactElement {
  const { isolate } = useBidi();
  const cells = useCells(table, plan.first, room.isRightToLeft);
  const { active } = cells;
  const shown = active && nameOf(active.row, active.column, table.values[active.row]![active.column]!);
  const style = {
    ...inkOf({ color, tone }),
    "--kit-cell-width": `${plan.width}px`,
    "--kit-cell-height": `${plan.height}px`,
  };
  return (
    <>
      <div
        role="grid"
        className="kit-heat-grid"
        aria-label={label}
        style={style as CSSProperties}
        {...cells.handlers}
      >
        {plan.hasColumns && (
          <div role="row" className="kit-heat-row">
            {plan.rowHead > 0 && (
              <span role="gridcell" className="kit-heat-head" style={{ inlineSize: plan.rowHead }} />
            )}
            {chooseHeadings(table.columns, plan, room).map(({ text, isShown }, index) => (
              // A heading without text is an empty cell.
              <span key={index} role={text === "" ? "gridcell" : "columnheader"} className="kit-heat-head">
                <span className={isShown ? undefined : "kit-visually-hidden"}>{isolate(text)}</span>
              </span>
            ))}
          </div>
        )}
        {table.values.map((values, row) => (
          <div key={row} role="row" className="kit-heat-row">
            {plan.rowHead > 0 && (
              <span role="rowheader" className="kit-heat-head" style={{ inlineSize: plan.rowHead }}>
                <span className={plan.areRowsNamed || row % 2 === 1 ? undefined : "kit-visually-hidden"}>
                  {isolate(table.rows[row])}
                </span>
              </span>
            )}
            {values.slice(plan.first).map((value, index) => {
              const column = plan.first + index;
              if (value === null) return <span key={column} role="gridcell" className="kit-heat-none" />;
              return (
                <span
                  key={column}
                  role="gridcell"
                  className="kit-heat-cell"
                  data-level={levelOf(value, strongest)}
                  data-cell={`${row} ${column}`}
                  tabIndex={cells.isFirst(row, column) ? 0 : -1}
                  aria-label={nameOf(row, column, value)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {cells.renderTip(isolate(shown ?? ""))}
    </>
  );
}

/** The number of different strengths of a cell with a value. */
const LEVELS = 4;

function levelOf(value: number, strongest: number): number {
  return strongest > 0 ? Math.ceil(Math.min(Math.max(value / strongest, 0), 1) * LEVELS) : 0;
}
