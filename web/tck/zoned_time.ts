/** Converts between points in time and the wall clock of one time zone, which is counted as if it were UTC. */
export interface ZonedTime {
  /** The wall clock's time at a point in time. Both in milliseconds. */
  wallOf(instant: number): number;
  /** The point in time at which the wall clock shows a time. */
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
  return {
    wallOf: (instant) => instant + offsetAt(instant),
    // The offset at the wall clock's time taken as UTC is that of the right point in time, except within a day of a
    // change; the second step corrects it then.
    instantOf: (wall) => wall - offsetAt(wall - offsetAt(wall)),
  };
}
