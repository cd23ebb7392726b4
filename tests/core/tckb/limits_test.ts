import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import { listEntries, readTckb } from "../../../core/tckb/mod.ts";
import type { TckbLimits } from "../../../core/tckb/mod.ts";
import { envelope, MANIFEST, MODULE } from "../../../fixtures/tckb/envelope.ts";
import { buildZip, deflate, toBytes } from "../../../fixtures/tckb/zip_builder.ts";

const BYTES = buildZip({ entries: envelope() });
const SIZES = listEntries(BYTES).map((entry) => entry.size);

/** The lowest value of each limit that the smallest envelope is within. */
const LOWEST: { readonly [limit in keyof TckbLimits]: [value: number, code: string] } = {
  envelopeBytes: [BYTES.length, "limit.envelope_bytes"],
  entryBytes: [Math.max(...SIZES), "limit.entry_bytes"],
  totalEntryBytes: [SIZES.reduce((sum, size) => sum + size), "limit.total_entry_bytes"],
  entries: [3, "limit.entries"],
  entryNameBytes: ["manifest.json".length, "limit.entry_name_bytes"],
  manifestBytes: [MANIFEST.length, "limit.manifest_bytes"],
  recordBytes: ['{"tckbFormat":2}'.length, "limit.manifest_bytes"],
  jsonDepth: [2, "limit.json_depth"],
  jsonValues: [6, "limit.manifest_bytes"],
};

for (const [limit, [value, code]] of Object.entries(LOWEST)) {
  // claim: archive-limits
  Deno.test(`${limit}: an envelope exactly at the limit is accepted, one beyond it is rejected`, async () => {
    await readTckb(BYTES, { limits: { [limit]: value } });
    await assert.rejects(readTckb(BYTES, { limits: { [limit]: value - 1 } }), { code });
  });
}

Deno.test("a limit that is undefined is the default one, and one that nothing exceeds is an error", async () => {
  const limits = Object.fromEntries(Object.keys(LOWEST).map((limit) => [limit, undefined]));
  await readTckb(BYTES, { limits: limits as Partial<TckbLimits> });
  const deep = buildZip({
    entries: envelope({ "manifest.json": `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }),
  });
  await assert.rejects(readTckb(deep, { limits: limits as Partial<TckbLimits> }), {
    code: "limit.json_depth",
  });
  for (const limit of Object.keys(LOWEST)) {
    await assert.rejects(readTckb(BYTES, { limits: { [limit]: NaN } }), RangeError);
    await assert.rejects(readTckb(BYTES, { limits: { [limit]: -1 } }), RangeError);
  }
});

async function assertEdge(build: (over: 0 | 1) => Uint8Array, code: string): Promise<void> {
  await readTckb(build(0));
  await assert.rejects(readTckb(build(1)), { code });
}

// claim: archive-limits
Deno.test("64 entries are accepted, 65 are rejected", async () => {
  const more = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, method: 0 }));
  await assertEdge((over) => buildZip({ entries: [...envelope(), ...more(61 + over)] }), "limit.entries");
});

// claim: archive-limits
Deno.test("a name of 255 bytes is accepted, one of 256 is rejected", async () => {
  const build = (over: number) => buildZip({ entries: [...envelope(), { name: "a".repeat(255 + over) }] });
  await assertEdge(build, "limit.entry_name_bytes");
});

// claim: archive-limits
Deno.test("a manifest of 1 MiB is accepted, a larger one is rejected", async () => {
  const manifest = (over: number) => `{"a":"${"a".repeat(LIMITS.manifestBytes - 8 + over)}"}`;
  const build = (over: number) => buildZip({ entries: envelope({ "manifest.json": manifest(over) }) });
  await assertEdge(build, "limit.manifest_bytes");
});

// claim: archive-limits
Deno.test("an entry of 16 MiB is accepted, a larger one is rejected", async () => {
  const zeros = (over: number) => new Uint8Array(LIMITS.entryBytes + over);
  const build = (over: number) => buildZip({ entries: envelope({ zeros: zeros(over) }) });
  await assertEdge(build, "limit.entry_bytes");
});

// claim: archive-limits
Deno.test("entries of 32 MiB together are accepted, more are rejected", async () => {
  const others = SIZES.reduce((sum, size) => sum + size);
  const zeros = new Uint8Array(LIMITS.entryBytes);
  const build = (over: number) =>
    buildZip({ entries: envelope({ a: zeros, b: zeros.subarray(others - over) }) });
  await assertEdge(build, "limit.total_entry_bytes");
});

// claim: archive-limits
Deno.test("an envelope of 32 MiB is accepted, a larger one is rejected", async () => {
  const unused = new Uint8Array(LIMITS.entryBytes);
  const build = (bytes: Uint8Array) =>
    buildZip({
      entries: envelope({
        a: { content: unused, method: 0 },
        b: { content: bytes, method: 0 },
      }),
    });
  const spare = LIMITS.envelopeBytes - build(new Uint8Array(0)).length;
  await readTckb(build(unused.subarray(0, spare)));
  await assert.rejects(readTckb(build(unused.subarray(0, spare + 1))), { code: "limit.envelope_bytes" });
});

Deno.test("a comment of 65,535 bytes is accepted, and an end record in it is found", async () => {
  const comment = new Uint8Array(65_535).fill(0x20);
  await readTckb(buildZip({ entries: envelope(), comment }));
  const endRecord = BYTES.subarray(-22);
  for (const at of [0, 1, 2, 3, comment.length - endRecord.length]) {
    const nested = comment.slice();
    nested.set(endRecord, at);
    await assert.rejects(readTckb(buildZip({ entries: envelope(), comment: nested })), /Cannot/);
  }
});

// claim: archive-limits
Deno.test("deflate yields at most 1,032 bytes for one", () => {
  const data = deflate(MODULE);
  const claim = (size: number) =>
    listEntries(
      buildZip({ entries: envelope({ "widget.mjs": { data, local: { size }, central: { size } } }) }),
    );
  claim(data.length * 1032);
  assert.throws(() => claim(data.length * 1032 + 1), { code: "zip.size_mismatch" });
});

// claim: archive-limits
Deno.test("a stored entry has exactly the size of its data", () => {
  for (const size of [MODULE.length - 1, MODULE.length + 1]) {
    const fields = { size, crc32: 0 };
    const data = toBytes(MODULE);
    const bytes = buildZip({
      entries: envelope({ "widget.mjs": { method: 0, data, local: fields, central: fields } }),
    });
    assert.throws(() => listEntries(bytes), { code: "zip.size_mismatch" });
  }
});

// claim: archive-limits
Deno.test("integrity.json that lists more than 64 entries is rejected before a name is compared", async () => {
  const names = Array.from({ length: 65 }, (_, index) => [index, { sha384: "A".repeat(64) }]);
  const bytes = (count: number) => {
    const text = JSON.stringify(Object.fromEntries(names.slice(0, count)));
    return buildZip({ entries: envelope({ "integrity.json": text }) });
  };
  await assert.rejects(readTckb(bytes(64)), { code: "integrity.record_mismatch" });
  await assert.rejects(readTckb(bytes(65)), { code: "integrity.malformed" });
});
