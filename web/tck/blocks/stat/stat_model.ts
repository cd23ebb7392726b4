import { type Block, type Look, type Piece, rem } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { type Tokens, VALUE_LINES, VALUE_SIZES, type ValueSize } from "../../layout/tokens.ts";
import { measureTextWidth } from "../../text_width.ts";
import { unitSizeOf } from "../styles/value_styles.ts";

/** What values beside one another have in common. */
interface Value {
  readonly size: ValueSize;
  /** The largest size up to a limit at which it fits a width. */
  fit(width: number, limit: number): number;
  /** Whether it is larger where there is room. */
  isRaised(): boolean;
  /** How far its baseline is below the top of its line. */
  baseline(size: number, line: number): number;
  /** The height of its label. */
  label(width: number): number;
}

/** A value beside other blocks is smaller by one step at most. */
const MOST_STEPS = 1;

const VALUES = Symbol("values");

/**
 * Values in one row or grid: those of one `size` are equal, and in a row their labels, baselines and details are in line.
 */
export function readStat(element: HTMLElement, reading: Reading): Block {
  const group = reading.neighbours<Value>(VALUES);
  const { tokens } = reading;
  const value = valueOf(element, reading);
  group.push(value);
  const [, place, foot] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement | undefined];
  const details = [...foot?.children ?? []].map((line) => {
    const isTrend = line.matches(".kit-stat-trend");
    return {
      piece: { kind: "detail", elements: [line] } as Piece,
      content: reading.content(line, isTrend ? { weight: 600 } : {}),
      indent: isTrend ? 0.875 * tokens.label.size + 4 : 0,
    };
  });
  const accent = (place.firstElementChild as HTMLElement).dataset.accented === undefined ? 0 : 4;
  const [usual] = tokens.values[value.size];
  const least = VALUE_SIZES[VALUE_SIZES.indexOf(usual) - MOST_STEPS] ?? VALUE_SIZES[0]!;
  const self: Piece = { kind: "block", elements: [element] };
  return reading.leaf({
    element,
    self,
    inLine: () => inLine(element, self, value.size, group, reading),
    role: "lead",
    size: value.size,
    pieces: details.map(({ piece }) => piece),
    leastWidth: value.width(least),
    form(width) {
      const sizeAt = (look: Look) => groupSize(group, value, width, look, tokens);
      const label = value.label(width);
      const footOf = (shown: ReadonlySet<unknown>) => {
        const lines = details.filter(({ piece }) => shown.has(piece)).reduce(
          (sum, { content, indent }) => sum + Math.max(1, content.lines(width - indent, tokens.label.size)),
          0,
        );
        return lines === 0 ? 0 : 4 + lines * tokens.label.line;
      };
      // The label, the value above and below its baseline, and what is below it.
      const partsOf = (shown: ReadonlySet<unknown>, look: Look) => {
        const size = sizeAt(look);
        const line = VALUE_LINES.get(size)!;
        const above = value.baseline(size, line);
        return [label, above + accent, line - above, footOf(shown)] as const;
      };
      return {
        height: (shown, look) => label + VALUE_LINES.get(sizeAt(look))! + accent + footOf(shown),
        parts: partsOf,
        // Beside others in a low card a smaller one is as usual.
        smaller: (_shown, look) =>
          tokens.sizeClass === "S" ? 0 : VALUE_SIZES.indexOf(limitOf(tokens, value.size, look, false)) -
            VALUE_SIZES.indexOf(sizeAt(look)),
        choice(shown, look, _height, parts): Record<string, string> {
          const [, above, below] = partsOf(shown, look);
          const [highest, over, under] = parts ?? [label, above, below];
          return {
            "--kit-value-size": rem(sizeAt(look)),
            "--kit-line": rem(VALUE_LINES.get(sizeAt(look))!),
            "--kit-label": rem(highest!),
            ...parts !== undefined && { "data-in-line": "" },
            ...over! > above && { "--kit-lower": rem(over! - above) },
            ...under! > below && { "--kit-foot": rem(under! - below) },
          };
        },
      };
    },
  });
}

/** The size of a value among those beside it: equal to those of its `size`, and not larger than a `large` one. */
function groupSize(group: readonly Value[], value: Value, width: number, look: Look, tokens: Tokens): number {
  const sizeOf = (size: ValueSize) =>
    Math.min(
      ...group.filter((other) => other.size === size).map((other) =>
        other.fit(width, limitOf(tokens, size, look, other.isRaised()))
      ),
    );
  const own = sizeOf(value.size);
  return value.size === "large" ? own : Math.min(own, sizeOf("large"));
}

/** The largest size of a value that is beside its label. */
const ROW_VALUE = 17;

/** The part of a row that its value has. */
const ROW_PART = 0.6;

/** A value in one line with its label, without its details. */
function inLine(
  element: HTMLElement,
  self: Piece,
  ownSize: ValueSize,
  group: readonly Value[],
  reading: Reading,
): Block {
  return reading.leaf({
    element,
    self,
    role: "lead",
    size: ownSize,
    form(width) {
      const size = Math.min(...group.map((other) => other.fit(width * ROW_PART, ROW_VALUE)));
      const line = VALUE_LINES.get(size)!;
      return {
        height: () => Math.max(line, reading.tokens.label.line),
        choice: (): Record<string, string> => ({
          "--kit-value-size": rem(size),
          "--kit-line": rem(line),
        }),
      };
    },
  });
}

function valueOf(element: HTMLElement, reading: Reading): Value & { width(size: number): number } {
  const { tokens } = reading;
  const font = { weight: 600, tracking: -0.01 } as const;
  const text = element.querySelector<HTMLElement>(".kit-stat-value")!;
  const unit = text.querySelector(".kit-stat-unit");
  const label = reading.content(element.firstElementChild);
  // At the size itself: browsers may give letters whole pixels.
  const measure = measureTextWidth(reading.fonts.sans);
  const figures = text.firstChild?.textContent ?? "";
  const letters = unit === null ? "" : `\u00a0${unit.textContent!.trim()}`;
  const width = (size: number) =>
    measure(figures, size, font.weight) + font.tracking * size * figures.length +
    (letters === "" ? 0 : measure(letters, unitSizeOf(size)));
  return {
    size: (element.dataset.size ?? "medium") as ValueSize,
    width,
    baseline: (size, line) => reading.baseline(font, size, line),
    isRaised: () => reading.heroes.has(element),
    fit: (room, limit) =>
      VALUE_SIZES.findLast((size) => size <= limit && width(size) <= room + 0.01) ?? VALUE_SIZES[0]!,
    label: (room) => Math.max(1, label.lines(room, tokens.label.size)) * tokens.label.line,
  };
}

function limitOf(tokens: Tokens, size: ValueSize, { value }: Look, isRaised: boolean): number {
  const [usual, less, next] = tokens.values[size];
  if (value < 0) return less;
  return value > 0 && isRaised ? next : usual;
}
