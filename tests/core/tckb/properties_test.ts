import assert from "node:assert/strict";
import fc from "fast-check";
import { listEntries, readEntry, readTckb, TckbUnpackError, writeTckb } from "../../../core/tckb/mod.ts";
import { GOOD_CASES } from "../../../fixtures/tckb/good_cases.ts";

const STYLESHEET = fc.option(fc.uint8Array({ maxLength: 300 }));
const INPUT = fc.record({
  module: fc.uint8Array({ minLength: 1, maxLength: 2000 }),
  css: STYLESHEET,
  propertiesCss: STYLESHEET,
  manifest: fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer()),
    ),
  ),
});

Deno.test("reading returns what was written", async () => {
  await fc.assert(fc.asyncProperty(INPUT, async (input) => {
    const { module, css, propertiesCss, manifest } = await readTckb(await writeTckb(input));
    assert.deepEqual({ module, css, propertiesCss }, {
      module: input.module,
      css: input.css,
      propertiesCss: input.propertiesCss,
    });
    assert.deepEqual(manifest, { ...input.manifest });
  }));
});

Deno.test("writing the same input twice yields the same bytes", async () => {
  await fc.assert(fc.asyncProperty(INPUT, async (input) => {
    assert.deepEqual(await writeTckb(input), await writeTckb(structuredClone(input)));
  }));
});

async function readAll(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  await readTckb(bytes);
  const contents = new Map<string, Uint8Array>();
  for (const { name } of listEntries(bytes)) contents.set(name, (await readEntry(bytes, name))!);
  return contents;
}

async function rejectedOrSame(
  bytes: Uint8Array,
  expected: Map<string, Uint8Array>,
  change: string,
): Promise<void> {
  try {
    assert.deepEqual(await readAll(bytes), expected, change);
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
  }
}

/** Low, middle and high bits, and all at once; a property below tries other values. */
const CHANGES = [0x01, 0x10, 0x80, 0xff];

for (const { name, build } of GOOD_CASES) {
  Deno.test(`${name}: a change of any byte is rejected or changes no entry`, async () => {
    const bytes = await build();
    const expected = await readAll(bytes);
    for (let at = 0; at < bytes.length; at++) {
      for (const change of CHANGES) {
        const changed = bytes.slice();
        changed[at]! ^= change;
        await rejectedOrSame(changed, expected, `byte ${at} by ${change}`);
      }
    }
  });

  Deno.test(`${name}: every prefix is rejected`, async () => {
    const bytes = await build();
    for (let length = 0; length < bytes.length; length++) {
      await assert.rejects(readTckb(bytes.subarray(0, length)), TckbUnpackError);
    }
  });
}

Deno.test("any other value of any byte of a written envelope is rejected or changes no entry", async () => {
  await fc.assert(
    fc.asyncProperty(INPUT, fc.nat(), fc.integer({ min: 1, max: 255 }), async (input, at, change) => {
      const bytes = await writeTckb(input);
      const expected = await readAll(bytes);
      bytes[at % bytes.length]! ^= change;
      await rejectedOrSame(bytes, expected, `byte ${at % bytes.length} by ${change}`);
    }),
    { numRuns: 500 },
  );
});

Deno.test("for any bytes, only a TckbUnpackError is thrown", async () => {
  const signatures = fc.constantFrom(
    "PK\x05\x06",
    "PK\x01\x02",
    "PK\x03\x04",
    "PK\x06\x06",
    "PK\x06\x07",
    "PK\x07\x08",
  );
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    signatures.map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const bytes = Uint8Array.from(pieces.flatMap((part) => [...part]));
      await assert.rejects(readTckb(bytes), TckbUnpackError);
    }),
    { numRuns: 3000 },
  );
});
