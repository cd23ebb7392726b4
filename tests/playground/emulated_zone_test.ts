import assert from "node:assert/strict";
import { within } from "../waiting/mod.ts";

const MODULE = new URL("../../docs/site/playground/isolate/emulated_zone.ts", import.meta.url).href;

/** Sets one zone after the other in a worker, whose dates are then those of the zone, and reads times in each. */
const PROGRAM = `
import { emulateZones, setZone } from ${JSON.stringify(MODULE)};
const Format = Intl.DateTimeFormat;
const times = [Date.UTC(2026, 2, 29, 0, 59), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 0, 59), 0, -1, Date.UTC(1883, 10, 18, 12)];
const read = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()];
const expected = (time, timeZone) => {
  const parts = new Format("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" })
    .formatToParts(time).filter(({ type }) => type !== "literal").map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return [year, month, day, hour, minute, second];
};
emulateZones();
const wrong = [];
for (const zone of ["Europe/Berlin", "America/New_York", "UTC", "Asia/Kolkata", "Europe/Berlin"]) {
  setZone(zone);
  for (const round of [1, 2]) for (const time of times) {
    const found = read(new Date(time));
    const wanted = expected(time, zone);
    if (found.join() !== wanted.join()) wrong.push([zone, time, found.join(), wanted.join()]);
  }
  const date = new Date(2026, 6, 1, 12, 30);
  if (read(date).join() !== "2026,7,1,12,30,0") wrong.push([zone, "built", read(date).join()]);
  if (new Format("en", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(date) !== "12:30") {
    wrong.push([zone, "instant", date.getTime()]);
  }
  date.setHours(23, 59);
  if (read(date).join() !== "2026,7,1,23,59,0") wrong.push([zone, "set", read(date).join()]);
}
postMessage(wrong);
`;

Deno.test("dates are those of the zone that was set last, also at times that were read in another one", async () => {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(PROGRAM)}`, { type: "module" });
  const answer = new Promise<unknown>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  try {
    assert.deepEqual(await within("the times of the worker", answer), []);
  } finally {
    worker.terminate();
  }
});
