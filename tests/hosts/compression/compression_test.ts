import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { COMPRESSION } from "../../../hosts/compression/mod.ts";
import { describeAssets, readAssets } from "../../web/host_assets.ts";

const TEXT = new TextEncoder().encode("export const city = 'Kyoto'; ".repeat(200));

Deno.test("host assets are compressed in each coding, and keep only what is smaller", async () => {
  const { compressAssets, compressBody } = COMPRESSION;
  const asset = { contentType: "text/css", hash: "A".repeat(64) };
  const assets = await compressAssets(
    new Map([["a.mjs", { ...asset, bytes: TEXT }], ["b.css", { ...asset, bytes: Uint8Array.of(1) }]]),
  );
  assert.deepEqual([...assets.keys()], ["a.mjs", "b.css"]);
  const { encoded, bytes, ...rest } = assets.get("a.mjs")!;
  assert.deepEqual([rest, bytes], [asset, TEXT]);
  assert.deepEqual([...encoded!.keys()], ["br", "zstd", "gzip"]);
  assert.deepEqual(new Uint8Array(brotliDecompressSync(encoded!.get("br")!)), TEXT);
  assert.deepEqual(new Uint8Array(zstdDecompressSync(encoded!.get("zstd")!)), TEXT);
  assert.deepEqual(new Uint8Array(gunzipSync(encoded!.get("gzip")!)), TEXT);
  assert.deepEqual([...assets.get("b.css")!.encoded!.keys()], []);
  assert.deepEqual(new Uint8Array(brotliDecompressSync(compressBody(TEXT))), TEXT);
  const described = JSON.parse(JSON.stringify(describeAssets(assets)));
  assert.deepEqual(readAssets(described), assets, "as the files of a run share them");
});
