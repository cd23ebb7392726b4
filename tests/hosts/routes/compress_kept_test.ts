import assert from "node:assert/strict";
import { createKeptCompressor } from "../../../hosts/routes/bundles/verified_bytes.ts";
import type {
  VerifiedBundle,
  VerifiedBundles,
  VerifiedFile,
} from "../../../hosts/routes/bundles/verified_bundles.ts";

function createFile(length: number, more: Partial<VerifiedFile> = {}): VerifiedFile {
  const bytes = new Uint8Array(length);
  return { bytes, gzip: null, brotli: null, tag: "tag", immutable: true, fault: null, ...more };
}

/** A collection that records what is kept. */
function createCollection() {
  const kept: [hash: string, bundle: VerifiedBundle][] = [];
  const verified = {
    keep: (hash: string, bundle: VerifiedBundle) => kept.push([hash, bundle]) > 0,
  } as unknown as VerifiedBundles;
  const until = async (count: number) => {
    for (let turn = 0; kept.length < count; turn++) {
      assert.ok(turn < 5_000, `${kept.length} bundles instead of ${count} are kept`);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { kept, verified, until };
}

Deno.test("Brotli is added to immutable files of at most 512 KiB, where it is smaller than gzip or the file", async () => {
  const { kept, verified, until } = createCollection();
  const compressed: number[] = [];
  const compress = createKeptCompressor(verified, (bytes) => {
    compressed.push(bytes.length);
    return new Uint8Array(10);
  });
  const gzip = (length: number) => ({ gzip: new Uint8Array(length) });
  const files: [name: string, file: VerifiedFile, isSmaller: boolean][] = [
    ["largest", createFile(512 * 1024), true],
    ["larger", createFile(512 * 1024 + 1), false],
    ["mutable", createFile(100, { immutable: false }), false],
    ["smaller than gzip", createFile(100, gzip(11)), true],
    ["as small as gzip", createFile(100, gzip(10)), false],
    ["smaller than the file", createFile(11), true],
    ["as small as the file", createFile(10), false],
  ];
  compress("a", new Map(files.map(([name, file]) => [name, file])));
  assert.deepEqual(compressed, [], "the request is answered before");
  await until(1);
  const [[hash, bundle]] = kept as [[string, VerifiedBundle]];
  assert.equal(hash, "a");
  assert.deepEqual(compressed, [512 * 1024, 100, 100, 11, 10]);
  for (const [name, file, isSmaller] of files) {
    assert.deepEqual(bundle.get(name), { ...file, brotli: isSmaller ? new Uint8Array(10) : null }, name);
  }
});

Deno.test("at most 64 bundles wait, each in its turn, and others can when those are compressed", async () => {
  const { kept, verified, until } = createCollection();
  const compress = createKeptCompressor(verified, () => new Uint8Array(1));
  const bundle = new Map([["widget.mjs", createFile(5)]]);
  for (let index = 0; index < 66; index++) compress(`${index}`, bundle);
  await until(64);
  compress("later", bundle);
  await until(65);
  const names = Array.from({ length: 64 }, (_, index) => `${index}`);
  assert.deepEqual(kept.map(([hash]) => hash), [...names, "later"]);
});

Deno.test("a bundle that cannot be compressed keeps no place, and the next ones are compressed", async () => {
  const { kept, verified, until } = createCollection();
  const compress = createKeptCompressor(verified, ({ length }) => {
    if (length === 6) throw new Error("no memory");
    return new Uint8Array(1);
  });
  const bundleOf = (length: number) => new Map([["widget.mjs", createFile(length)]]);
  for (let index = 0; index < 63; index++) compress(`failing ${index}`, bundleOf(6));
  compress("first", bundleOf(5));
  await until(1);
  for (let index = 0; index < 64; index++) compress(`${index}`, bundleOf(5));
  await until(65);
  assert.deepEqual(kept[0]?.[0], "first");
});
