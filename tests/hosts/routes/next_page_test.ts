import assert from "node:assert/strict";
import { dateOfNextPage } from "../../../hosts/routes/web/cloud_batches.ts";

const days = (...dates: string[]) => dates.map((localDate) => ({ localDate }));

Deno.test("the next page begins with the last day of this one, of which some may be missing, and else with the day before", () => {
  assert.equal(dateOfNextPage(days("2026-03-02", "2026-03-01", "2026-03-01")), "2026-03-01");
  assert.equal(
    dateOfNextPage(days("2026-03-01", "2026-03-01")),
    "2026-02-28",
    "or it would be the same page",
  );
  assert.equal(dateOfNextPage(days("2024-03-01")), "2024-02-29");
  assert.equal(dateOfNextPage([]), null);
});
