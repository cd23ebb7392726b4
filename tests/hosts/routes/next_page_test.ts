import assert from "node:assert/strict";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import {
  dateOfNextPage,
  fetchBatches,
  findBatch,
  type UserLists,
} from "../../../hosts/routes/web/cloud_batches.ts";

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

/** Lists of three batches each that cannot be read, on five pages. */
function fivePages() {
  const queries: string[] = [];
  const lists: UserLists = {
    async read(query, read) {
      queries.push(query);
      const taken = await read([]);
      return { taken, count: 3, next: queries.length < 5 ? `after ${queries.length}` : null };
    },
  };
  return { lists, queries };
}

Deno.test("pages of a list are read until there are as many batches as were asked for", async () => {
  const { lists, queries } = fivePages();
  await assert.rejects(fetchBatches(lists, "limit=7", (batch) => batch), { code: "upstream.unavailable" });
  assert.deepEqual(queries, ["limit=7", "limit=4&cursor=after+1", "limit=1&cursor=after+2"]);
});

Deno.test("a batch is looked for on every page of its day", async () => {
  const { lists, queries } = fivePages();
  const wanted = { batchId: "20260301-diary", localDate: "2026-03-01" };
  await assert.rejects(findBatch(lists, wanted, (batch) => batch), { code: "daily_page.not_found" });
  assert.equal(queries.length, Math.ceil(BATCH_KINDS.length / 3));
});
