import assert from "node:assert/strict";
import { gzipMember, listEntries } from "../../../core/tckb/mod.ts";
import { envelope, MODULE } from "../../../fixtures/tckb/envelope.ts";
import { buildZip, toBytes } from "../../../fixtures/tckb/zip_builder.ts";

function entryOf(method: number): ReturnType<typeof listEntries>[number] {
  const bytes = buildZip({ entries: envelope({ "widget.mjs": { method } }) });
  return listEntries(bytes).find((entry) => entry.name === "widget.mjs")!;
}

Deno.test("a deflated entry in gzip's frame decompresses to its content", async () => {
  const member = gzipMember(entryOf(8))! as Uint8Array<ArrayBuffer>;
  const stream = new Blob([member]).stream().pipeThrough(new DecompressionStream("gzip"));
  assert.deepEqual(new Uint8Array(await new Response(stream).arrayBuffer()), toBytes(MODULE));
});

Deno.test("the frame holds the entry's data as it is", () => {
  const entry = entryOf(8);
  assert.deepEqual(gzipMember(entry)!.subarray(10, -8), entry.data);
});

Deno.test("a stored entry has no deflate stream to frame", () => {
  assert.equal(gzipMember(entryOf(0)), null);
});
