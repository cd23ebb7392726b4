import { type KeyboardEvent, memo, type ReactElement, useEffect, useRef } from "react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { foldStep, type PickerRow } from "./picker_rows.ts";
import { RowContent, type RowContentProps } from "./row_content.tsx";

interface RowListProps {
  readonly rows: readonly PickerRow[];
  /** The widget on the Stage. */
  readonly current: string | null;
  /** The row to focus; a new object for each request. */
  readonly focus: { readonly row: number } | null;
  /** Called with the row to focus; -1 for the search. */
  readonly onFocus: (row: number) => void;
  /** Called with the key of a row to open or close. */
  readonly onFold: (row: string, isOpen: boolean) => void;
  readonly onChoose: () => void;
}

/** The height of a row until it is measured, in CSS pixels. */
const ROW_HEIGHT = 32;

/** The list, of which only the visible rows are rendered. The arrow keys move the focus through it. */
export function RowList({ rows, current, focus, onFocus, onFold, onChoose }: RowListProps): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const currentRow = rows.findIndex((row) => row.kind === "item" && row.item.widget === current);
  const active = focus !== null && focus.row < rows.length ? focus.row : Math.max(currentRow, 0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
    useFlushSync: false,
    // The row in the tab order is always there.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((index) => index < rows.length)
        .sort((one, other) => one - other),
  });
  const currentKey = rows[currentRow]?.key;
  useEffect(() => {
    if (currentKey !== undefined) virtualizer.scrollToIndex(currentRow, { align: "auto" });
    // Not when rows before it come or go, which would move the list below the pointer.
  }, [virtualizer, currentKey]);
  useEffect(() => {
    if (focus === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-index="${focus.row}"] :is(a, button, summary):not([data-fold])`,
    );
    row?.focus();
  }, [focus]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = indexOf(event.target);
    const direction = DIRECTIONS[event.key];
    const step = direction === undefined
      ? { row: TARGETS[event.key]?.(at, rows.length) ?? NaN }
      : foldStep(rows, at, direction);
    if (step === null || ("row" in step && Number.isNaN(step.row))) return;
    event.preventDefault();
    if ("row" in step) onFocus(step.row);
    else onFold(step.fold, step.isOpen);
  };
  return (
    <div ref={scroller} className="shell-rows" onKeyDown={onKeyDown}>
      <ul role="list" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <PlacedRow
            key={key}
            measure={virtualizer.measureElement}
            index={index}
            count={rows.length}
            start={start}
            row={rows[index]!}
            current={current}
            tabIndex={index === active ? 0 : -1}
            onFold={onFold}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  );
}

interface PlacedRowProps extends RowContentProps {
  readonly measure: (row: HTMLElement | null) => void;
  readonly index: number;
  /** The number of all rows. */
  readonly count: number;
  /** Its distance from the top of the list, in CSS pixels. */
  readonly start: number;
}

/** While the list scrolls, a row that stays in view is not rendered again. */
const PlacedRow = memo(function PlacedRow(props: PlacedRowProps): ReactElement {
  const { measure, index, count, start, ...content } = props;
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <RowContent {...content} />
    </li>
  );
});

const TARGETS: { readonly [key: string]: (row: number, count: number) => number } = {
  ArrowDown: (row, count) => Math.min(row + 1, count - 1),
  ArrowUp: (row) => row - 1,
  Home: () => 0,
  End: (_row, count) => count - 1,
};

const DIRECTIONS: { readonly [key: string]: "in" | "out" } = { ArrowRight: "in", ArrowLeft: "out" };

function indexOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row === null ? NaN : Number(row.dataset.index);
}
