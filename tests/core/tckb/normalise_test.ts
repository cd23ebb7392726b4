import assert from "node:assert/strict";
import { listEntries, normaliseTckb, readEntry, readTckb } from "../../../core/tckb/mod.ts";
import { envelope, hash, MANIFEST, MODULE } from "../../../fixtures/tckb/envelope.ts";
import { buildZip, toBytes } from "../../../fixtures/tckb/zip_builder.ts";

const LEGACY_MANIFEST = '{"id":"weather","cardType":"feed","sizes":["auto","2x1"],"extra":true}';
const ADDED_FORMAT = { entry: "format.json", from: null, to: "tckbFormat 2" };
const RENAMED_SIZE = { entry: "manifest.json", from: "auto", to: "fill-auto" };

Deno.test("a current envelope is returned unchanged", async () => {
  const bytes = buildZip({ entries: envelope() });
  const normalised = await normaliseTckb(bytes);
  assert.equal(normalised.bytes, bytes);
  assert.deepEqual(normalised.renames, []);
  assert.deepEqual(normalised.tckb, await readTckb(bytes));
});

Deno.test("a missing format.json is added, and the envelope is then read strictly", async () => {
  const { bytes, tckb, renames } = await normaliseTckb(
    buildZip({ entries: envelope({ "format.json": null }) }),
  );
  assert.deepEqual(renames, [ADDED_FORMAT]);
  assert.deepEqual(tckb, await readTckb(bytes));
  assert.deepEqual(tckb.entries.map((entry) => entry.name), ["format.json", "manifest.json", "widget.mjs"]);
});

Deno.test("the size auto becomes fill-auto, and nothing else in the manifest changes", async () => {
  const { bytes, tckb, renames } = await normaliseTckb(
    buildZip({ entries: envelope({ "manifest.json": LEGACY_MANIFEST }) }),
  );
  assert.deepEqual(renames, [RENAMED_SIZE]);
  assert.deepEqual(tckb.manifest, { ...JSON.parse(LEGACY_MANIFEST), sizes: ["fill-auto", "2x1"] });
  assert.deepEqual((await readTckb(bytes)).manifest, tckb.manifest);
});

Deno.test("both renames keep the module, its hash and unknown entries", async () => {
  const legacy = buildZip({
    entries: envelope({ "format.json": null, "manifest.json": LEGACY_MANIFEST, "notes.txt": "keep me" }),
  });
  const { bytes, tckb, renames } = await normaliseTckb(legacy);
  assert.deepEqual(renames, [ADDED_FORMAT, RENAMED_SIZE]);
  assert.equal(tckb.hash, await hash(MODULE));
  assert.deepEqual(await readEntry(bytes, "notes.txt"), toBytes("keep me"));
});

Deno.test("normalising is idempotent", async () => {
  const legacy = buildZip({ entries: envelope({ "format.json": null, "manifest.json": LEGACY_MANIFEST }) });
  const { bytes } = await normaliseTckb(legacy);
  assert.equal((await normaliseTckb(bytes)).bytes, bytes);
});

Deno.test("the integrity record of the manifest is updated", async () => {
  const integrity = JSON.stringify({ "manifest.json": { sha384: await hash(LEGACY_MANIFEST) } });
  const legacy = buildZip({
    entries: envelope({ "manifest.json": LEGACY_MANIFEST, "integrity.json": integrity }),
  });
  const { tckb } = await normaliseTckb(legacy);
  assert.deepEqual(tckb.manifest.sizes, ["fill-auto", "2x1"]);
});

Deno.test("an integrity record that was wrong before the rename is rejected", async () => {
  const integrity = JSON.stringify({ "manifest.json": { sha384: await hash(MANIFEST) } });
  const legacy = buildZip({
    entries: envelope({ "manifest.json": LEGACY_MANIFEST, "integrity.json": integrity }),
  });
  await assert.rejects(normaliseTckb(legacy), {
    name: "TckbIntegrityError",
    code: "integrity.record_mismatch",
  });
});

for (
  const [what, changes, code] of [
    ["an unsupported format", { "format.json": '{"tckbFormat":1}' }, "format.unsupported"],
    ["a malformed format.json", { "format.json": "2" }, "format.malformed"],
    ["a missing manifest", { "manifest.json": null, "format.json": null }, "manifest.missing"],
    ["a missing module", { "widget.mjs": null }, "module.missing"],
  ] as const
) {
  Deno.test(`renames do not fix ${what}`, async () => {
    await assert.rejects(normaliseTckb(buildZip({ entries: envelope(changes) })), { code });
  });
}

Deno.test("an expected hash is checked", async () => {
  const legacy = buildZip({ entries: envelope({ "format.json": null }) });
  await assert.rejects(normaliseTckb(legacy, { expectedHash: "A".repeat(64) }), {
    code: "integrity.hash_mismatch",
  });
});

// claim: batch-budget
Deno.test("a legacy envelope that inflates to many times its size is completed without compressing that again", async () => {
  const legacy = buildZip({
    entries: envelope({
      "format.json": null,
      "notes.txt": " ".repeat(8_000_000),
      "manifest.json": LEGACY_MANIFEST,
    }),
  });
  const { bytes, tckb, renames } = await normaliseTckb(legacy);
  assert.deepEqual(renames, [ADDED_FORMAT, RENAMED_SIZE]);
  assert.ok(bytes.length < legacy.length + 1_000, `${bytes.length} bytes of ${legacy.length}`);
  const of = (name: string, entries: typeof tckb.entries) => entries.find((entry) => entry.name === name)!;
  assert.deepEqual(of("notes.txt", tckb.entries).data, of("notes.txt", listEntries(legacy)).data);
  assert.deepEqual(tckb, await readTckb(bytes));
});
