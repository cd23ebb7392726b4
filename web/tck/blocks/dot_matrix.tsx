import type { CSSProperties, ReactElement } from "react";
import { useFootprint } from "../context.tsx";
import { type DrawingOption, type DrawingSpace, LEAST_PLOT, MOST_HEIGHT } from "../drawings/option.ts";
import { useDrawingRoom } from "../drawings/use_drawing_room.ts";
import { checkNumber } from "./check_number.ts";
import { inkOf, type InkProps } from "./ink.ts";
import { namesOf, type StyledProps } from "./class_names.ts";

interface DotMatrixProps extends InkProps, StyledProps {
  /** What the dots show, in words and with the numbers, such as `63 of 365 days`. */
  readonly label: string;
  /** The number of dots: at most 1,000. Without any, the block renders nothing, as a chart without values does. */
  readonly total: number;
  /** The number of filled dots, from the first. */
  readonly filled?: number | undefined;
  /** The index of a dot that stands out, such as today's. */
  readonly current?: number | undefined;
  /** The strength of each dot, from 0 to 1, instead of `filled`. */
  readonly levels?: readonly number[] | undefined;
  /**
   * The number of dots in a row.
   *
   * @default as many as fill the card best
   */
  readonly columns?: number | undefined;
}

/**
 * Many equal things as dots, some of which are filled: the days of a year, places in a hall, a habit.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a number is not finite
 *
 * @example
 * ```tsx
 * import { DotMatrix } from "@tck/kit";
 * const year = <DotMatrix label="63 of 365 days" total={365} filled={62} current={62} />;
 * ```
 */
export function DotMatrix(props: DotMatrixProps): ReactElement | null {
  const { label, total, filled = 0, current, levels, columns } = props;
  const numbers = { total, filled, current: current ?? 0, columns: columns ?? 0 };
  for (const [name, value] of Object.entries(numbers)) checkNumber(value, `${name} of DotMatrix`, label);
  levels?.forEach((level, index) => checkNumber(level, `level ${index + 1} of DotMatrix`, label));
  return total < 1 ? null : <Dots {...props} filled={filled} />;
}

function Dots(
  { label, total, filled, current, levels, columns, color, tone, className }: DotMatrixProps & {
    filled: number;
  },
): ReactElement {
  const count = Math.min(1_000, Math.floor(total));
  const isFixed = useFootprint().height !== null;
  const [element, room] = useDrawingRoom<HTMLDivElement>(
    (space) => [dotOption(count, columns, space)],
    { isGiven: isFixed },
  );
  const { perRow, rows } = arrangeDots(
    count,
    columns,
    isFixed && room ? room.width / room.height : DEFAULT_RATIO,
  );
  const dots = Array.from({ length: count }, (_, index) => ({
    at: `M${index % perRow + 0.5} ${Math.floor(index / perRow) + 0.5}h.001`,
    level: levels === undefined ? (index < filled ? 1 : 0) : Math.max(0, Math.min(1, levels[index] ?? 0)),
    isCurrent: index === current,
  }));
  const path = (matches: (dot: typeof dots[number]) => boolean) =>
    dots.filter(matches).map(({ at }) => at).join("");
  const steps = [...new Set(dots.map(({ level }) => stepOf(level)))].filter((step) => step > 0).sort();
  const aspect = { "--kit-aspect": `${perRow} / ${rows}` } as CSSProperties;
  return (
    <div
      ref={element}
      className={namesOf("kit-dots kit-figure", className)}
      style={{ ...inkOf({ color, tone }), ...aspect }}
    >
      {room && (
        <svg viewBox={`0 0 ${perRow} ${rows}`} preserveAspectRatio="xMinYMid" role="img" aria-label={label}>
          <path
            className="kit-dot-rest"
            d={path(({ level, isCurrent }) =>
              stepOf(level) === 0 && !isCurrent
            )}
          />
          {steps.map((step) => (
            <path
              key={step}
              style={{ strokeOpacity: step === STEPS ? undefined : 0.2 + 0.8 * step / STEPS }}
              d={path(({ level, isCurrent }) => stepOf(level) === step && !isCurrent)}
            />
          ))}
          <path
            className="kit-dot-current"
            d={path(({ isCurrent }) =>
              isCurrent
            )}
          />
        </svg>
      )}
    </div>
  );
}

/** The number of different strengths of a dot. */
const STEPS = 4;

function stepOf(level: number): number {
  return Math.ceil(level * STEPS);
}

/** The width by the height without a page, as during a build, and where the height is that of the dots. */
const DEFAULT_RATIO = 2.6;

/** The dots in a row and the rows of dots. */
function arrangeDots(
  count: number,
  columns: number | undefined,
  ratio: number,
): { perRow: number; rows: number } {
  const perRow = Math.max(1, columns ?? Math.min(count, Math.ceil(Math.sqrt(count * ratio))));
  return { perRow, rows: Math.ceil(count / perRow) };
}

/** The least heights of few and of many dots, in pixels. */
const LEAST_FEW = 24;
const LEAST_MANY = 52;

/** More dots than these are many. */
const MANY = 60;

/** All dots are shown in each height: they are smaller in a lower one. Dots in given columns need no more than their width. */
export function dotOption(
  count: number,
  columns: number | undefined,
  { width, size, fontSize }: DrawingSpace,
): DrawingOption {
  const least = Math.round(Math.max(count > MANY ? LEAST_MANY : LEAST_FEW, LEAST_PLOT[size] * fontSize));
  const { perRow, rows } = arrangeDots(count, columns, DEFAULT_RATIO);
  const usual = Math.max(Math.round(width * rows / perRow), least);
  return {
    height: least,
    usual,
    most: columns === undefined ? Math.max(MOST_HEIGHT, usual) : usual,
    lost: [],
  };
}
