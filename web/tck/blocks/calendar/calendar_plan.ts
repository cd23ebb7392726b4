import {
  createSteps,
  type DrawingOption,
  type DrawingSpace,
  type DrawingStep,
  type DrawingSteps,
  LEAST_PLOT,
  lossesOf,
  MOST_HEIGHT,
  type SizeClass,
  stepAt,
  toOptions,
} from "../../drawings/option.ts";

/** What a calendar is planned from. */
interface CalendarModel {
  /** The rows of the month. */
  readonly weeks: number;
  /** Whether its colours have names. */
  readonly hasNames: boolean;
}

/** The parts of a calendar in its room. */
export interface CalendarForm {
  readonly days: "month" | "week";
  readonly hasLegend: boolean;
}

/** The least height of a month with the names of its colours, in pixels. */
export const LEAST_NAMED = 192;

/** The same of a month without them, and of a week. */
const LEAST_MONTH: { readonly [size in SizeClass]: number } = { S: 108, M: 152, L: 152 };
const LEAST_WEEK = 44;

/** The height of the names below a month and of the weekdays above it, and the gap after a day, in pixels. */
const NAMES = 24;
const WEEKDAYS = 20;
const GAP = 2;

/** The largest day of a month in a card that is as high as its content, in pixels. */
const USUAL_DAY = 36;

/** All forms of a calendar: its width drops nothing. */
function createCalendarSteps(
  { hasNames }: CalendarModel,
  { size, fontSize }: DrawingSpace,
): DrawingSteps<CalendarForm> {
  const unnamed = lossesOf({ legend: hasNames });
  const forms: DrawingStep<CalendarForm>[] = [
    ...hasNames ? [{ form: { days: "month", hasLegend: true } as const, height: LEAST_NAMED, lost: [] }] : [],
    { form: { days: "month", hasLegend: false }, height: LEAST_MONTH[size], lost: unnamed },
    { form: { days: "week", hasLegend: false }, height: LEAST_WEEK, lost: [...unnamed, "days"] },
  ];
  return createSteps(forms, () => LEAST_PLOT[size] * fontSize);
}

/** What a calendar can be in a width. */
export function calendarOptions(model: CalendarModel, space: DrawingSpace): DrawingOption[] {
  const day = Math.min(space.width / 7 - GAP, USUAL_DAY) + GAP;
  const usual = Math.round(WEEKDAYS + model.weeks * day + (model.hasNames ? NAMES : 0));
  return toOptions(createCalendarSteps(model, space), { most: MOST_HEIGHT, usual });
}

/** The parts of a calendar in a room. */
export function planCalendar(model: CalendarModel, space: DrawingSpace, height: number): CalendarForm {
  return stepAt(createCalendarSteps(model, space), height).form;
}
