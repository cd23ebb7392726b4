import assert from "node:assert/strict";
import type { BundleStore } from "../../../preview/server/model/bundles/bundle_store.ts";
import { FeedBatches } from "../../../preview/server/model/feeds/feed_batches.ts";

Deno.test("beyond the capacity the batch is dropped that was registered before the others, again counts", () => {
  const batches = new FeedBatches({} as BundleStore, 2);
  for (const id of ["one", "two", "one", "three"]) batches.register({ id, label: id, bundles: [] }, []);
  assert.deepEqual(batches.appendTo([]).map(({ id }) => id).sort(), ["one", "three"]);
});
