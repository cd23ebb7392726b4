import assert from "node:assert/strict";
import { listRowKeys, planCommit } from "../../../core/commit/mod.ts";
import { LIMITS } from "../../../core/contract/mod.ts";
import { type JsonObject, serialiseManifest } from "../../../core/manifest/mod.ts";
import { bundleKey, manifestKey, sourceKey } from "../../../core/naming/mod.ts";
import { BATCH, makeSpec } from "./bundles.ts";

const NONE: ReadonlySet<string> = new Set();

function specWithManifest(size: number) {
  const manifestBytes = new Uint8Array(size).fill(0x20);
  return makeSpec(1, { manifestBytes });
}

Deno.test("a plan puts every object that its rows reference, and its intents are exactly the put keys", () => {
  const specs = [makeSpec(1), makeSpec(2, { manifestBytes: new Uint8Array(LIMITS.manifestObjectBytes) })];
  const plan = planCommit(BATCH, specs, new Set(["001_widget"]));
  const referenced = plan.rows.flatMap((row) => listRowKeys(BATCH.userId, row));
  assert.deepEqual(plan.intents.toSorted(), referenced.toSorted());
  assert.deepEqual(plan.puts.map(({ type, key }) => [type, key]), [
    ["bundle", bundleKey("demo", specs[0]!.bundleHash)],
    ["source", sourceKey("demo", specs[0]!.widgetId)],
    ["bundle", bundleKey("demo", specs[1]!.bundleHash)],
    ["manifest", manifestKey("demo", specs[1]!.widgetId)],
  ]);
  assert.deepEqual(plan.intents, plan.puts.map(({ key }) => key));
});

Deno.test("a manifest below 32768 bytes is stored in its row, a larger one in an object", () => {
  const below = planCommit(BATCH, [specWithManifest(32_767)], NONE).rows[0];
  assert.deepEqual([below?.manifest, below?.manifestKey], [" ".repeat(32_767), null]);
  const at = planCommit(BATCH, [specWithManifest(32_768)], NONE).rows[0];
  assert.deepEqual([at?.manifest, at?.manifestKey], [null, manifestKey("demo", makeSpec(1).widgetId)]);
});

Deno.test("a manifest that jsonb cannot store is stored in an object, even if it is small", () => {
  const unstorable: JsonObject[] = [
    { title: "a\u0000b" },
    { title: "\ud800" },
    { deep: [{ list: ["\udfff"] }] },
    { "key\u0000": 1 },
  ];
  const rowOf = (manifest: JsonObject) =>
    planCommit(BATCH, [makeSpec(1, { manifestBytes: serialiseManifest(manifest) })], NONE).rows[0];
  for (const manifest of unstorable) {
    assert.equal(rowOf(manifest)?.manifest, null);
    assert.notEqual(rowOf(manifest)?.manifestKey, null);
  }
  for (const title of ["\\u0000", "\\\\ud800", "\u{1f600}"]) {
    assert.deepEqual(JSON.parse(rowOf({ title })?.manifest ?? "null"), { title });
  }
});

Deno.test("the row of a widget without source references none", () => {
  const plan = planCommit(BATCH, [makeSpec(1)], NONE);
  assert.equal(plan.rows[0]?.sourceKey, null);
  assert.deepEqual(plan.puts.map(({ type }) => type), ["bundle"]);
});

Deno.test("widgets with the same module have one put: the first envelope is stored and both rows have its size", () => {
  const first = makeSpec(1);
  const plan = planCommit(BATCH, [first, makeSpec(2, { bundleHash: first.bundleHash })], NONE);
  assert.deepEqual(plan.puts.map(({ spec }) => spec.position), [1]);
  assert.deepEqual(plan.rows.map(({ bundleSize }) => bundleSize), [101, 101]);
  assert.deepEqual(plan.events, []);
});

Deno.test("a shared module with styles that the hash does not cover is reported as a collision", () => {
  const first = makeSpec(1, { stylesCovered: false });
  const second = makeSpec(2, { bundleHash: first.bundleHash, stylesCovered: false });
  const { events } = planCommit(BATCH, [first, second], NONE);
  assert.deepEqual(events.map(({ event, fileName }) => [event, fileName]), [[
    "bundle_css_collision",
    "002_widget.tckb",
  ]]);
  const uncovered = makeSpec(2, { bundleHash: first.bundleHash, stylesCovered: false });
  for (
    const [one, other] of [[makeSpec(1), uncovered], [first, makeSpec(2, { bundleHash: first.bundleHash })]]
  ) {
    assert.deepEqual(planCommit(BATCH, [one!, other!], NONE).events.map(({ event }) => event), [
      "bundle_css_collision",
    ], "a module without a line for its styles, and one with it");
  }
  const same = makeSpec(2, {
    bundleHash: first.bundleHash,
    bundleDigest: first.bundleDigest,
    stylesCovered: false,
  });
  assert.deepEqual(planCommit(BATCH, [first, same], NONE).events, []);
});

// claim: user-scope
Deno.test("two users have no key in common", () => {
  const mine = planCommit({ ...BATCH, userId: "a/b" }, [makeSpec(1)], new Set(["001_widget"]));
  const theirs = planCommit({ ...BATCH, userId: "a" }, [makeSpec(1)], new Set(["001_widget"]));
  assert.deepEqual(mine.intents.filter((key) => theirs.intents.includes(key)), []);
});
