/** Converts between points in time and the wall clock of one time zone, which is counted as if it were UTC. */
export interface ZonedTime {
  /** The wall clock's time at a point in time. Both in milliseconds. */
  wallOf(instant: number): number;
  /**
   * The point in time at which the wall clock shows a time: the first of two, and where the clock is put forward over it, as
   * much later as it is put forward.
   */
  instantOf(wall: number): number;
}

/**
 * Conversions for a time zone.
 *
 * @param timeZone an IANA name
 */
export function createZonedTime(timeZone: string): ZonedTime {
  if (timeZone === "UTC") return { wallOf: (instant) => instant, instantOf: (wall) => wall };
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (instant: number) => {
    const [, sign, hours = "0", minutes = "0", seconds = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(format.format(instant)) ?? [];
    const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
    return sign === "-" ? -offset : offset;
  };
  const wallOf = (instant: number) => instant + offsetAt(instant);
  return {
    wallOf,
    instantOf: (wall) => {
      const before = wall - offsetAt(wall - DAY_MS);
      if (wallOf(before) === wall) return before;
      const after = wall - offsetAt(wall + DAY_MS);
      return wallOf(after) === wall ? after : before;
    },
  };
}

/** The length of a day by the wall clock. */
export const DAY_MS = 86_400_000;
