// deno-lint-ignore-file no-console -- a program that prints its result
import { brotliCompressSync } from "node:zlib";
import * as esbuild from "esbuild";
import { buildHostAssets, type HostAssets } from "../../web/assets/mod.ts";

/** The maximum size of each host asset in bytes, compressed with brotli at its default quality. */
const BUDGETS: { readonly [name: string]: number } = {
  "react-runtime.mjs": 64_000,
  // 1,000 bytes are hooks, the rest building blocks and their styles; a page loads it once for all widgets.
  "tck.mjs": 30_000,
  "tck-host.mjs": 9_000,
  "tck-host-mount.mjs": 13_000,
  "boot.mjs": 4_000,
  "boot-feed.mjs": 4_000,
  "bootstrap-feed.mjs": 1_500,
  "style.css": 1_500,
  "page.css": 2_500,
};

/** The size and the budget of one asset. */
interface AssetSize {
  name: string;
  bytes: number;
  budget: number;
}

/** Measures the host assets. The budget of an asset that is not in the list is 0 bytes. */
function measureAssets(assets: HostAssets): AssetSize[] {
  return [...assets].map(([name, asset]) => ({
    name,
    bytes: brotliCompressSync(asset.bytes).byteLength,
    budget: BUDGETS[name] ?? 0,
  }));
}

if (import.meta.main) {
  const sizes = measureAssets(await buildHostAssets());
  await esbuild.stop();
  for (const { name, bytes, budget } of sizes) {
    console.log(
      `${bytes > budget ? "over" : "ok  "} ${name.padEnd(20)} ${bytes} of ${budget} bytes (brotli)`,
    );
  }
  if (sizes.some(({ bytes, budget }) => bytes > budget)) Deno.exit(1);
}
