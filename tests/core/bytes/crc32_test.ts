import assert from "node:assert/strict";
import fc from "fast-check";
import { crc32 } from "../../../core/bytes/mod.ts";
import { plainCrc32 } from "../../../fixtures/tckb/zip_builder.ts";

Deno.test("returns the check value of the CRC catalogue", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
});

Deno.test("returns 0 for no bytes", () => {
  assert.equal(crc32(new Uint8Array(0)), 0);
});

Deno.test("agrees with the byte-by-byte definition at every alignment", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat({ max: 8 }), (bytes, offset) => {
    const part = bytes.subarray(offset);
    assert.equal(crc32(part), plainCrc32(part));
  }));
});

Deno.test("continues from the checksum of the preceding bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat({ max: 100 }), (bytes, cut) => {
    assert.equal(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut))), crc32(bytes));
  }));
});
