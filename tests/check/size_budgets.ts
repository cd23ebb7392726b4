// deno-lint-ignore-file no-console -- its output is what it is for
import { brotliCompressSync } from "node:zlib";
import * as esbuild from "esbuild";
import { buildHostAssets, type HostAssets } from "../../web/assets/mod.ts";

/** Most bytes of each host asset as a browser loads it: brotli at its default quality. */
export const BUDGETS: { readonly [name: string]: number } = {
  "react-runtime.mjs": 64_000,
  // The hooks are 1,000 of it; the rest is the building blocks and their styles, once for all widgets of a page.
  "tck.mjs": 7_000,
  "tck-host.mjs": 9_000,
  "tck-host-mount.mjs": 13_000,
  "boot.mjs": 4_000,
  "boot-feed.mjs": 4_000,
  "bootstrap-feed.mjs": 1_500,
  "style.css": 1_500,
  "page.css": 2_500,
};

/** What an asset weighs, and what it may. */
export interface Weight {
  name: string;
  bytes: number;
  budget: number;
}

/** Weighs the host assets. One without a budget has none: it is over it whatever it weighs. */
export function weighAssets(assets: HostAssets): Weight[] {
  return [...assets].map(([name, asset]) => ({
    name,
    bytes: brotliCompressSync(asset.bytes).byteLength,
    budget: BUDGETS[name] ?? 0,
  }));
}

if (import.meta.main) {
  const weights = weighAssets(await buildHostAssets());
  await esbuild.stop();
  for (const { name, bytes, budget } of weights) {
    console.log(
      `${bytes > budget ? "over" : "ok  "} ${name.padEnd(20)} ${bytes} of ${budget} bytes (brotli)`,
    );
  }
  if (weights.some(({ bytes, budget }) => bytes > budget)) Deno.exit(1);
}
