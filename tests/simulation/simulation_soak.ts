import assert from "node:assert/strict";
import { formatFailure, runSchedules } from "./schedules.ts";

const SCHEDULES = 100_000;

Deno.test(`the protocol holds in ${SCHEDULES} schedules of races, crashes, delays and lost answers`, async () => {
  const { failed, schedules } = await runSchedules(1, { schedules: SCHEDULES });
  assert.equal(failed, null, failed === null ? "" : await formatFailure(failed.seed));
  assert.equal(schedules, SCHEDULES);
});
