import type { CSSProperties, ReactElement } from "react";
import { quoteValue } from "../../quote_value.ts";
import { useFootprint, useMountedContext } from "../../context.tsx";
import { useDrawingRoom } from "../../drawings/use_drawing_room.ts";
import { useFormat } from "../../format.ts";
import { readDay } from "../../time_text.ts";
import { calendarOptions, LEAST_NAMED, planCalendar } from "./calendar_plan.ts";
import { checkLabel } from "../check_text.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { Legend } from "../legend.tsx";
import { firstDayOfWeek } from "./weeks.ts";
import { namesOf, type StyledProps } from "../class_names.ts";

/** What is on a day of a `Calendar`. */
export interface CalendarMark extends InkProps {
  /** The day, such as `2026-03-04`. Of a time, it is the day in the text, whichever zone it has. */
  readonly date: string;
  /**
   * What is on that day, for screen readers, and below the month where each of two to four colours has one name, such as
   * `Paper`, and there is room.
   */
  readonly label: string;
}

interface CalendarProps extends StyledProps {
  /** What the calendar shows. */
  readonly label: string;
  /** The month, such as `2026-03`; the rest of a date is ignored. */
  readonly month: string;
  /** The marked days. Several marks of a day get the colour of the first one. */
  readonly marks?: readonly CalendarMark[] | undefined;
  /**
   * The day that stands out.
   *
   * @default today in the card's time zone
   */
  readonly today?: string | undefined;
}

/**
 * A month with marked days, in the card's language and with its first day of the week, and the names of their colours, or
 * without room for them one colour. In less than 152 pixels, and in a card of one row in less than 108, it is one week: that of
 * today, or else of the first mark.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 * @throws {RangeError} if `month` is not a month, or `today` or the `date` of a mark is not a day
 *
 * @example
 * ```tsx
 * import { Calendar } from "@tck/kit";
 * const march = (
 *   <Calendar
 *     label="Collections in March"
 *     month="2026-03"
 *     marks={[{ date: "2026-03-10", label: "Paper", color: 1 }, { date: "2026-03-18", label: "Garden", color: 4 }]}
 *   />
 * );
 * ```
 */
export function Calendar({ label, month, marks = [], today, className }: CalendarProps): ReactElement {
  const format = useFormat();
  const { locale, formatLocale = locale } = useMountedContext("Calendar");
  const name = quoteValue(label);
  const current = today === undefined
    ? format.today()
    : dayOf(today, () => `Cannot show today in Calendar ${name}`);
  const days = daysOf(month);
  const dates = marks.map((mark) =>
    dayOf(mark.date, () => `Cannot mark ${quoteValue(mark.label)} in Calendar ${name}`)
  );
  for (const mark of marks) checkLabel(mark.label, `label of a mark of Calendar ${name}`);
  const firstDay = firstDayOfWeek(formatLocale);
  const offset = (days[0]!.getUTCDay() - firstDay + 7) % 7;
  const byDate = new Map(marks.map((mark, index) => [dates[index]!, mark] as const).reverse());
  const week = weekOf(days, offset, [current, ...dates]);
  const named = findNamed(marks.filter((_, index) => dates[index]!.startsWith(month.slice(0, 7))));
  const utc = (day: Date, options: Intl.DateTimeFormatOptions) =>
    format.date(day, { ...options, timeZone: "UTC" });
  const model = { weeks: Math.ceil((offset + days.length) / 7), hasNames: named.length > 0 };
  const isFixed = useFootprint().height !== null;
  const [element, room] = useDrawingRoom((space) => calendarOptions(model, space), {
    isGiven: isFixed,
    inBuild: { height: LEAST_NAMED },
  });
  const plan = room && planCalendar(model, room, isFixed ? room.height : Infinity);
  // Colours whose names are not shown would say nothing.
  const isPlain = named.length > 0 && plan?.hasLegend === false;
  return (
    <figure
      ref={element}
      className={namesOf("kit-calendar kit-figure", className)}
      aria-label={label}
      data-days={plan?.days}
    >
      <div className="kit-month" aria-hidden="true">
        {plan && (
          <div className="kit-days" style={{ "--kit-weeks": model.weeks } as CSSProperties}>
            {Array.from({ length: 7 }, (_, index) => (
              <span key={index} className="kit-weekday">
                {/* 1 January 2023 was a Sunday. */}
                {utc(new Date(Date.UTC(2023, 0, 1 + firstDay + index)), { weekday: "narrow" })}
              </span>
            ))}
            {days.map((day, index) => {
              const date = day.toISOString().slice(0, 10);
              const mark = byDate.get(date);
              return (
                <span
                  key={date}
                  className="kit-day"
                  data-marked={mark === undefined ? undefined : ""}
                  data-today={date === current || undefined}
                  data-past={date < current || undefined}
                  data-week={Math.floor((offset + index) / 7) === week ? "" : undefined}
                  style={{
                    ...inkOf(mark === undefined || isPlain ? {} : mark),
                    gridColumnStart: index === 0 ? offset + 1 : undefined,
                  }}
                >
                  <span>{utc(day, { day: "numeric" })}</span>
                </span>
              );
            })}
          </div>
        )}
      </div>
      {plan?.hasLegend && <Legend entries={named} />}
      <ul className="kit-visually-hidden">
        {marks.map(({ label }, index) => (
          <li key={index}>{`${utc(new Date(dates[index]!), { dateStyle: "full" })}: ${label}`}</li>
        ))}
      </ul>
    </figure>
  );
}

/** The first mark of each colour, if there are several and all marks of a colour have one name. */
function findNamed(marks: readonly CalendarMark[]): CalendarMark[] {
  const colors = [...Map.groupBy(marks, ({ color, tone }) => color ?? tone).values()];
  const haveNames = colors.every((marks) => marks.every(({ label }) => label === marks[0]!.label));
  return colors.length > 1 && colors.length <= MOST_NAMES && haveNames ? colors.map(([mark]) => mark!) : [];
}

/** More colours have no names: they would take the room of the days. */
const MOST_NAMES = 4;

/** The row with the first of some dates that is in the month, or else the first row. */
function weekOf(days: readonly Date[], offset: number, dates: readonly string[]): number {
  const found = dates.map((date) => days.findIndex((day) => day.toISOString().startsWith(date)));
  return Math.floor((offset + Math.max(0, found.find((index) => index >= 0) ?? 0)) / 7);
}

function dayOf(date: string, explain: () => string): string {
  const day = readDay(date);
  if (day !== null) return day;
  throw new RangeError(`${explain()}: ${quoteValue(date)} is not a day like "2026-03-04"`);
}

function daysOf(month: string): Date[] {
  const first = new Date(typeof month === "string" ? `${month.slice(0, 7)}-01T00:00:00Z` : NaN);
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  if (Number.isNaN(count)) {
    throw new RangeError(`Cannot show month ${quoteValue(month)}: it is not like "2026-03"`);
  }
  return Array.from({ length: count }, (_, index) => new Date(first.getTime() + index * 86_400_000));
}
