import { type Instant, WidgetKitError } from "@tck/kit";
import { quoteValue } from "../../quote_value.ts";
import { readPeriodText, type TimeText } from "../../time_text.ts";
import { createZonedTime } from "../../zoned_time.ts";
import { type IndexAxis, readNumber, readTime } from "./index_axis.ts";

/**
 * Rejects a moment that is neither a time nor a row. One that is not on the axis is not drawn.
 *
 * @param place what the moment is, for the error's message
 * @throws {WidgetKitError} `chart.invalid_moment`
 */
export function checkMoment(index: IndexAxis, at: Instant, place: () => string): void {
  if (index.positionOf(at) !== null || readMoment(at) !== null) return;
  throw invalid(`Cannot draw ${quoteValue(at)} as ${place()}: it is neither a time nor the index of a row`);
}

/** What begins and ends. */
interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Reads spans so that an axis takes their ends for times, also milliseconds and months.
 *
 * @throws {WidgetKitError} `chart.invalid_moment` when an end is not a time, or when a span ends before it begins
 */
export function readSpans<Span extends TimeSpan>(
  label: string,
  spans: readonly Span[],
  timeZone: string,
): Span[] {
  const zone = createZonedTime(timeZone);
  return spans.map((span, number) => {
    const place = `span ${number + 1} of StateChart ${quoteValue(label)}`;
    const [from, to] = [span.from, span.to].map((value) => readMoment(value) ?? throwNoTime(value, place));
    const [start, end] = [from!, to!].map(({ at, isInstant }) => isInstant ? at : zone.instantOf(at));
    if (start! <= end!) return { ...span, from: toAxisValue(span.from), to: toAxisValue(span.to) };
    throw invalid(
      `Cannot draw ${place}: it ends at ${quoteValue(span.to)}, before it begins at ${quoteValue(span.from)}`,
    );
  });
}

function readMoment(value: Instant): TimeText | null {
  return readTime(value, readPeriodText) ?? readNumber(value);
}

function toAxisValue(value: Instant): Instant {
  if (typeof value === "number") return new Date(value);
  const period = readTime(value) === null ? readTime(value, readPeriodText) : null;
  return period === null ? value : new Date(period.at).toISOString().slice(0, 10);
}

function throwNoTime(value: Instant, place: string): never {
  throw invalid(
    `Cannot draw ${
      quoteValue(value)
    } in ${place}: it is not a time. Pass a Date, milliseconds, an RFC 3339 text such as ` +
      "2026-03-04T10:00:00Z, or a day such as 2026-03-04",
  );
}

function invalid(message: string): WidgetKitError {
  return new WidgetKitError("chart.invalid_moment", message);
}
