import assert from "node:assert/strict";
import {
  type Crc32,
  crc32,
  type Inflate,
  inflate,
  type Sha384,
  sha384,
  sha384Base64Url,
} from "../../../core/bytes/mod.ts";
import {
  listEntries,
  readEntry,
  readTckb,
  TckbIntegrityError,
  TckbUnpackError,
} from "../../../core/tckb/mod.ts";
import { BAD_CASES, fixtureName } from "../../../fixtures/tckb/bad_cases.ts";
import { envelope, hash, MANIFEST, MODULE } from "../../../fixtures/tckb/envelope.ts";
import { GOOD_CASES } from "../../../fixtures/tckb/good_cases.ts";
import { buildZip, concat, extraField, numbers } from "../../../fixtures/tckb/zip_builder.ts";

const utf8 = new TextEncoder();
const smallest = (): Uint8Array => buildZip({ entries: envelope() });

for (const { name, build } of GOOD_CASES) {
  Deno.test(`reads ${name.replaceAll("_", " ")}`, async () => {
    const tckb = await readTckb(await build());
    assert.equal(tckb.hash, await sha384Base64Url(tckb.module));
    assert(new TextDecoder().decode(tckb.module).endsWith(MODULE));
  });
}

for (const bad of BAD_CASES) {
  // claim: archive-one-reading
  Deno.test(`rejects ${fixtureName(bad)}`, async () => {
    const error = await readTckb(await bad.build()).then(() => null, (reason) => reason);
    assert(error instanceof TckbUnpackError, String(error));
    assert.equal(error.code, bad.code);
    assert.equal(error instanceof TckbIntegrityError, /^integrity\..*_mismatch$/.test(bad.code));
    assert(error.message.length < 400 && /^Cannot .+[^.]$/s.test(error.message), error.message);
  });
}

Deno.test("an entry count that wraps around at 65,536 is rejected", async () => {
  const one = buildZip({ entries: [{ name: "a", content: "", method: 0 }] });
  const recordStart = 30 + 1;
  const record = one.subarray(recordStart, -22);
  const bytes = new Uint8Array(one.length + 65_536 * record.length);
  bytes.set(one.subarray(0, recordStart));
  for (let at = recordStart; at < bytes.length - 22; at += record.length) bytes.set(record, at);
  bytes.set(one.subarray(-22), bytes.length - 22);
  new DataView(bytes.buffer).setUint32(bytes.length - 10, 65_537 * record.length, true);
  await assert.rejects(readTckb(bytes), { code: "zip.entry_count" });
});

Deno.test("a header may end with an extra field without data", async () => {
  const extra = concat([extraField(0x5455, numbers([8, 1], [32, 0])), extraField(0xcafe, new Uint8Array())]);
  const bytes = buildZip({ entries: envelope({ "widget.mjs": { local: { extra }, central: { extra } } }) });
  assert.equal((await readTckb(bytes)).hash, await hash(MODULE));
});

Deno.test("the contents of an envelope are returned as bytes and parsed JSON", async () => {
  const covered = GOOD_CASES.find((good) => good.name === "stylesheets_covered_by_the_module")!;
  const tckb = await readTckb(await covered.build());
  assert.equal(tckb.cssCovered, true);
  assert(tckb.css && tckb.propertiesCss);
  assert.deepEqual(tckb.manifest, JSON.parse(MANIFEST));
  assert.deepEqual(tckb.manifestBytes, utf8.encode(MANIFEST));
  assert.deepEqual(
    tckb.entries.map((entry) => entry.name),
    ["format.json", "manifest.json", "widget.mjs", "widget.css", "widget.properties.css"],
  );
});

Deno.test("missing stylesheets are null, and not covered without a stylesheet line", async () => {
  const { css, propertiesCss, cssCovered } = await readTckb(smallest());
  assert.deepEqual({ css, propertiesCss, cssCovered }, { css: null, propertiesCss: null, cssCovered: false });
});

Deno.test("a module with the expected hash is accepted", async () => {
  const expectedHash = await hash(MODULE);
  assert.equal((await readTckb(smallest(), { expectedHash })).hash, expectedHash);
});

Deno.test("as an audit record, integrity.json rejects nothing, and its wrong entries are returned", async () => {
  const wrong = { sha384: "A".repeat(64) };
  const right = { sha384: await sha384Base64Url(utf8.encode(MODULE)) };
  const cases = [
    [{ "widget.mjs": right }, []],
    [{ "widget.mjs": wrong, "manifest.json": wrong }, ["widget.mjs", "manifest.json"]],
    [{ "widget.mjs": right, "none.js": wrong, "format.json": "text" }, ["none.js", "format.json"]],
  ] as const;
  for (const [record, names] of cases) {
    const entries = [...envelope(), { name: "integrity.json", content: JSON.stringify(record) }];
    const bytes = buildZip({ entries });
    const { recordFaults } = await readTckb(bytes, { auditRecord: true });
    assert.deepEqual([...recordFaults.keys()], names);
    if (names.length > 0) await assert.rejects(readTckb(bytes), { code: /^integrity\./ });
    else assert.equal((await readTckb(bytes)).recordFaults.size, 0);
  }
});

Deno.test("a valid archive with another hash is an integrity error", async () => {
  await assert.rejects(readTckb(smallest(), { expectedHash: "A".repeat(64) }), {
    name: "TckbIntegrityError",
    code: "integrity.hash_mismatch",
  });
});

Deno.test("an injected SHA-384 is used and may be synchronous", async () => {
  const sha384: Sha384 = () => new Uint8Array(48);
  assert.equal((await readTckb(smallest(), { sha384 })).hash, "A".repeat(64));
});

Deno.test("each entry is hashed at most once", async () => {
  const hashed: number[] = [];
  const digest: Sha384 = (bytes) => {
    hashed.push(bytes.length);
    return sha384(bytes);
  };
  const covered = GOOD_CASES.find((good) => good.name === "stylesheets_covered_by_the_module")!;
  const contents = await readTckb(await covered.build());
  const record = {
    "widget.mjs": { sha384: contents.hash },
    "widget.css": { sha384: await hash(contents.css!) },
  };
  const bytes = buildZip({
    entries: envelope({
      "widget.mjs": contents.module,
      "widget.css": contents.css!,
      "widget.properties.css": contents.propertiesCss!,
      "integrity.json": JSON.stringify(record),
    }),
  });
  await readTckb(bytes, { sha384: digest });
  const lengths = [contents.module, contents.css!, contents.propertiesCss!].map((content) => content.length);
  assert.deepEqual(hashed.sort(), lengths.sort());
});

Deno.test("the hashes of all entries are begun before any is complete, and before the checksums", async () => {
  const steps: string[] = [];
  const complete = Promise.withResolvers<void>();
  const digest: Sha384 = async (bytes) => {
    steps.push("hash");
    if (steps.filter((step) => step === "hash").length === 3) complete.resolve();
    await complete.promise;
    return await sha384(bytes);
  };
  const checksum: Crc32 = (bytes) => {
    steps.push("checksum");
    return crc32(bytes);
  };
  const covered = GOOD_CASES.find((good) => good.name === "stylesheets_covered_by_the_module")!;
  const { cssCovered, entries } = await readTckb(await covered.build(), { sha384: digest, crc32: checksum });
  assert.equal(cssCovered, true);
  assert.deepEqual(steps, ["hash", "hash", "hash", ...entries.map(() => "checksum")]);
});

Deno.test("the error is the same however an injected inflater fails", async () => {
  const truncated = await BAD_CASES.find((bad) => bad.code === "zip.deflate_truncated")!.build();
  const throwing: Inflate = (data, size) => {
    try {
      return inflate(data, size);
    } catch {
      throw new TypeError("no");
    }
  };
  const rejecting: Inflate = async (data, size) => {
    await Promise.resolve();
    return throwing(data, size);
  };
  for (const injected of [rejecting, throwing]) {
    await assert.rejects(readTckb(truncated, { inflate: injected }), { code: "zip.deflate_truncated" });
  }
});

Deno.test("an inflater that leaves bytes over, or yields too few, is an error", async () => {
  const bytes = smallest();
  await assert.rejects(
    readTckb(bytes, { inflate: (_, size) => ({ bytes: new Uint8Array(size), consumed: 1 }) }),
    { code: "zip.deflate_trailing" },
  );
  await assert.rejects(
    readTckb(bytes, { inflate: (data) => ({ bytes: new Uint8Array(1), consumed: data.length }) }),
    { code: "zip.deflate_underrun" },
  );
});

Deno.test("an archive larger than the limit is rejected before it is read", async () => {
  await assert.rejects(readTckb(new Uint8Array(33_554_433)), { code: "limit.envelope_bytes" });
});

Deno.test("entries are listed without reading their data", () => {
  const damaged = BAD_CASES.find((bad) => bad.code === "zip.crc_mismatch")!;
  const entries = listEntries(damaged.build() as Uint8Array);
  assert.deepEqual(entries.map((entry) => entry.name), ["format.json", "manifest.json", "widget.mjs"]);
});

Deno.test("one entry is read although another is damaged", async () => {
  const damaged = BAD_CASES.find((bad) => bad.code === "zip.crc_mismatch")!.build() as Uint8Array;
  assert.deepEqual(await readEntry(damaged, "manifest.json"), utf8.encode(MANIFEST));
  await assert.rejects(readEntry(damaged, "widget.mjs"), { code: "zip.crc_mismatch" });
});

Deno.test("reading a missing entry returns null", async () => {
  assert.equal(await readEntry(smallest(), "widget.css"), null);
});

Deno.test("a fault of JSON is reported with its path", async () => {
  for (
    const [manifest, place] of [
      ['{"a":[0,{"b":9007199254740993}]}', "manifest.a[1].b is 9007199254740993,"],
      ['{"a":{"x":1,"x":2}}', 'manifest.a has the key "x" twice'],
      ['{"a":["\\u0000"]}', "manifest.a[0] has the character U+0000"],
    ] as const
  ) {
    const error = await readTckb(buildZip({ entries: envelope({ "manifest.json": manifest }) })).catch((e) =>
      e
    );
    assert.equal(error.code, "manifest.malformed");
    assert(error.message.includes(place), error.message);
  }
});

Deno.test("the flags of the compression level, a data descriptor and UTF-8 are accepted, and no others", async () => {
  const codes: { [bit: number]: string | null } = {
    0: "zip.encrypted",
    1: null,
    2: null,
    3: "zip.descriptor_missing",
    6: "zip.encrypted",
    11: null,
    13: "zip.encrypted",
  };
  for (let bit = 0; bit < 16; bit++) {
    const expected = codes[bit] === undefined ? "zip.unsupported_flag" : codes[bit];
    const bytes = buildZip({ entries: envelope({ "widget.mjs": { flags: 1 << bit } }) });
    assert.equal(await readTckb(bytes).then(() => null, (error) => error.code), expected, `bit ${bit}`);
  }
});

Deno.test("regular files are accepted by their Unix mode and DOS attributes, and no other types", async () => {
  const codeOf = async (attributes: number): Promise<string | null> => {
    const bytes = buildZip({ entries: envelope({ "widget.mjs": { central: { attributes } } }) });
    return await readTckb(bytes).then(() => null, (error) => error.code);
  };
  const types: { [type: number]: string | null } = {
    0: null,
    0o04: "zip.directory_entry",
    0o10: null,
    0o12: "zip.symlink",
  };
  for (let type = 0; type < 0o20; type++) {
    const expected = types[type] === undefined ? "zip.special_file" : types[type];
    assert.equal(await codeOf((type * 0o10000 + 0o644) * 0x10000), expected, `type ${type}`);
  }
  for (let attribute = 1; attribute < 0x100; attribute *= 2) {
    const expected = { 0x08: "zip.special_file", 0x10: "zip.directory_entry" }[attribute] ?? null;
    assert.equal(await codeOf(attribute), expected, `attribute ${attribute}`);
  }
});

Deno.test("shared memory is read as other bytes are, and what was read does not change with it", async () => {
  const bytes = buildZip({ entries: envelope() });
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const { hash, module, entries } = await readTckb(shared);
  const expected = await readTckb(bytes);
  shared.fill(0);
  assert.deepEqual({ hash, module, entries }, {
    hash: expected.hash,
    module: expected.module,
    entries: expected.entries,
  });
});

Deno.test("bytes that are not a Uint8Array are a mistake of the caller, not a fault of the envelope", async () => {
  const bytes = buildZip({ entries: envelope() });
  for (const wrong of [bytes.buffer, new DataView(bytes.buffer), [...bytes], "PK", null, undefined]) {
    await assert.rejects(readTckb(wrong as unknown as Uint8Array), /^TypeError: .*not a Uint8Array$/);
  }
});
