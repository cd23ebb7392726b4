import {
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTip } from "../floating/use_tip.tsx";
import type { HeatTable } from "./heat_days.ts";

interface Place {
  readonly row: number;
  readonly column: number;
}

/** A place, and its element. */
interface Cell extends Place {
  readonly element: HTMLElement;
}

/** How a grid shows the tooltips of its cells. */
interface HeatCells {
  /** The cell whose tooltip is shown. */
  readonly active: Place | null;
  /** Whether Tab reaches a cell. */
  isFirst(row: number, column: number): boolean;
  /** For the element of the grid. */
  readonly handlers: HTMLAttributes<HTMLElement>;
  renderTip(text: ReactNode): ReactNode;
}

/** The cell whose tooltip is shown, and the one that Tab reaches. */
export function useCells(table: HeatTable, firstColumn: number, isRightToLeft: boolean): HeatCells {
  const [active, setActive] = useState<Cell | null>(null);
  const [reached, setReached] = useState<Place | null>(null);
  /** Whether the pointer rests where it dismissed a tip: what was below the tip is then below the pointer. */
  const isDismissed = useRef(false);
  const anchor = useMemo(() => ({ current: active?.element ?? null }), [active]);
  const hasValue = ({ row, column }: Place) =>
    column >= firstColumn && (table.values[row]?.[column] ?? null) !== null;
  const start = reached !== null && hasValue(reached) ? reached : findFirst(table, hasValue);
  const open = active !== null && hasValue(active);
  const hide = () => {
    isDismissed.current = true;
    setActive(null);
  };
  // The next row is on the way to a tip that is further away.
  const tip = useTip({ block: "HeatGrid", open, anchor, distance: 0, hide });
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const [from, step] = [cellOf(event), STEPS[event.key]];
    if (from === null || step === undefined) return;
    event.preventDefault();
    const [down, along] = [step[0], isRightToLeft ? -step[1] : step[1]];
    let to = { row: from.row + down, column: from.column + along };
    while (isInside(to, table) && !hasValue(to)) to = { row: to.row + down, column: to.column + along };
    if (!isInside(to, table)) return;
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
  };
  const show = (event: SyntheticEvent<HTMLElement>) => {
    tip.keep();
    setActive((shown) => cellOf(event) ?? shown);
  };
  // A tap moves the focus, and shows the tip thereby.
  const leave = () => {
    if (!active?.element.matches(":focus-visible")) tip.hideSoon();
  };
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
      onPointerOver: (event: PointerEvent<HTMLElement>) => {
        if (!isDismissed.current) show(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const hasMoved = event.movementX !== 0 || event.movementY !== 0;
        if (!isDismissed.current || !hasMoved) return;
        isDismissed.current = false;
        show(event);
      },
      onPointerLeave: leave,
    },
    renderTip: (text: ReactNode) => tip.render(text, { onPointerOver: tip.keep, onPointerLeave: leave }),
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
