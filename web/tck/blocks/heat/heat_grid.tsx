import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFootprint, useMountedContext } from "../../context.tsx";
import { useFormat } from "../../format.ts";
import { useAnchorPosition, useFloatingPortal, useOpenPopover } from "../floating/floating.ts";
import { type HeatDay, type HeatTable, tableOfDays } from "./heat_days.ts";
import { chooseHeadings, planHeat } from "./heat_plan.ts";
import { checkNumber } from "../check_number.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { useBidi } from "../use_bidi.tsx";
import { useRoom } from "../use_room.ts";

interface HeatGridBase extends InkProps {
  /** What it shows, in words. */
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
  const { label, max, formatValue, color, tone } = props;
  const { isolate } = useBidi();
  const format = useFormat();
  const { locale, formatLocale = locale } = useMountedContext("HeatGrid");
  const [element, room] = useRoom<HTMLDivElement>();
  const isFixed = useFootprint().height !== null;
  const table: HeatTable = props.days === undefined
    ? { ...props, names: null }
    : tableOfDays(props.days, label, formatLocale, format);
  const plan = planHeat(table, room, isFixed);
  const placeOf = (row: number, column: number) =>
    table.names?.[row]?.[column] ?? [table.rows[row], table.columns[column]].filter(Boolean).join(", ");
  checkNumber(max ?? 0, "max of HeatGrid", label);
  for (const [row, values] of table.values.entries()) {
    for (const [column, value] of values.entries()) {
      if (value !== null) checkNumber(value, `${JSON.stringify(placeOf(row, column))} of HeatGrid`, label);
    }
  }
  const strongest = max ?? Math.max(0, ...table.values.flat().map((value) => value ?? 0));
  const nameOf = (row: number, column: number, value: number) =>
    `${placeOf(row, column)}: ${(formatValue ?? format.number)(value)}`;
  const cells = useCells(table, plan.first, room.isRightToLeft);
  const { active } = cells;
  const shown = active && nameOf(active.row, active.column, table.values[active.row]![active.column]!);
  const style = {
    ...inkOf({ color, tone }),
    "--kit-cell-width": `${plan.width}px`,
    "--kit-cell-height": `${plan.height}px`,
  };
  return (
    <div
      ref={element}
      className="kit-heat kit-figure"
      style={{ blockSize: isFixed ? undefined : plan.total }}
    >
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
            {chooseHeadings(table.columns, plan).map(({ text, isShown }, index) => (
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
                <span className={plan.height >= 12 || row % 2 === 1 ? undefined : "kit-visually-hidden"}>
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
                  data-level={strongest > 0
                    ? Math.ceil(Math.min(Math.max(value / strongest, 0), 1) * LEVELS)
                    : 0}
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
    </div>
  );
}

/** The number of different strengths of a cell with a value. */
const LEVELS = 4;

interface Place {
  readonly row: number;
  readonly column: number;
}

/** A place, and its element. */
interface Cell extends Place {
  readonly element: HTMLElement;
}

/** The cell whose tooltip is shown, and the one that Tab reaches. */
function useCells(table: HeatTable, firstColumn: number, isRightToLeft: boolean) {
  const [active, setActive] = useState<Cell | null>(null);
  const [reached, setReached] = useState<Place | null>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const anchor = useMemo(() => ({ current: active?.element ?? null }), [active]);
  const renderFloating = useFloatingPortal("HeatGrid");
  const hasValue = ({ row, column }: Place) =>
    column >= firstColumn && (table.values[row]?.[column] ?? null) !== null;
  const start = reached !== null && hasValue(reached) ? reached : findFirst(table, hasValue);
  const open = active !== null && hasValue(active);
  useOpenPopover(open, tip);
  useAnchorPosition(open, anchor, tip, "above");
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") return setActive(null);
    const [from, step] = [cellOf(event), STEPS[event.key]];
    if (from === null || step === undefined) return;
    event.preventDefault();
    const [down, along] = [step[0], isRightToLeft ? -step[1] : step[1]];
    let to = { row: from.row + down, column: from.column + along };
    while (isInside(to, table) && !hasValue(to)) to = { row: to.row + down, column: to.column + along };
    if (!isInside(to, table)) return;
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
  };
  const show = (event: SyntheticEvent<HTMLElement>) => setActive((shown) => cellOf(event) ?? shown);
  return {
    active: open ? active : null,
    isFirst: (row: number, column: number) => row === start?.row && column === start.column,
    handlers: {
      onKeyDown: move,
      onFocus: (event: SyntheticEvent<HTMLElement>) => {
        show(event);
        setReached(cellOf(event));
      },
      onBlur: () => setActive(null),
      onPointerOver: show,
      // A tap moves the focus, and shows the tooltip thereby.
      onPointerLeave: () => setActive((shown) => shown?.element.matches(":focus-visible") ? shown : null),
    },
    renderTip: (text: ReactNode) =>
      renderFloating(
        <span
          ref={tip}
          className="kit-floating kit-tooltip"
          popover="manual"
          role="tooltip"
          data-open={open || undefined}
        >
          {text}
        </span>,
      ),
  };
}

const STEPS: { readonly [key: string]: readonly [down: number, along: number] } = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

function isInside({ row, column }: Place, { values }: HeatTable): boolean {
  return column >= 0 && column < (values[row]?.length ?? 0);
}

function cellOf({ target }: SyntheticEvent): Cell | null {
  const element = target as HTMLElement;
  const [row, column] = (element.dataset.cell ?? "").split(" ").map(Number);
  return column === undefined ? null : { row: row!, column, element };
}

function findFirst({ values }: HeatTable, hasValue: (place: Place) => boolean): Place | null {
  for (const [row, cells] of values.entries()) {
    const column = cells.findIndex((_, column) => hasValue({ row, column }));
    if (column >= 0) return { row, column };
  }
  return null;
}
