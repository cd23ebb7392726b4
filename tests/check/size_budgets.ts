// deno-lint-ignore-file no-console -- a program that prints its result
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../core/contract/mod.ts";
import { buildHostAssets, type HostAssets } from "../../web/assets/mod.ts";
import { listFirstLoad } from "../../hosts/packaging/mod.ts";
import { joinCharts } from "../../web/bundler/mod.ts";

/** The maximum size of each host asset in bytes, compressed with brotli at its default quality. */
const BUDGETS: { readonly [name: string]: number } = {
  "react-runtime.mjs": 64_000,
  // 1,000 bytes are hooks, the rest building blocks and their styles; a page loads it once for all widgets.
  "tck.mjs": 30_000,
  "tck-host.mjs": 9_000,
  "tck-host-mount.mjs": 13_700,
  "boot.mjs": 7_500,
  "boot-feed.mjs": 7_000,
  // The reader of envelopes, and the manifest's schema.
  "boot-frame.mjs": 19_000,
  "boot-page.mjs": 9_800,
  "bootstrap-feed.mjs": 1_500,
  "embed.mjs": 600,
  "frame-loader.js": 1_050,
  // The reader of envelopes.
  "service-worker.js": 13_500,
  "service-worker-off.js": 400,
  "style.css": 1_500,
  "canvas.css": 1_700,
  "page.css": 2_500,
};

/** The maximum size of the canvas's own code in bytes, compressed likewise: without React and the kit. */
const CANVAS_BUDGET = 31_500;

/** What the canvas's own code is. The frame of a sealed canvas has the host and the mount as well. */
const CANVAS_ASSETS: { readonly [canvas: string]: readonly string[] } = {
  "open canvas": ["boot-feed.mjs", "tck-host.mjs", "tck-host-mount.mjs", "canvas.css"],
  "sealed canvas": ["boot-page.mjs", "frame-loader.js", "boot-frame.mjs", "canvas.css"],
};

/** The maximum size of what charts add to a widget's module, in bytes, compressed likewise. */
const CHART_BUDGETS: { readonly [names: string]: number } = {
  "LineChart": 15_000,
  "AreaChart": 15_000,
  "BarChart": 15_000,
  "StateChart": 15_000,
  "Sparkline": 7_000,
  "LineChart, AreaChart, BarChart, StateChart, Sparkline": 17_000,
};

/** The maximum size of what the preview's page loads before it shows a widget, without React and the kit. */
const PREVIEW_BUDGET = 200_000;

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

/** Adds up the sizes of the assets of each canvas. */
function addUpCanvases(sizes: readonly AssetSize[]): AssetSize[] {
  return Object.entries(CANVAS_ASSETS).map(([name, assets]) => {
    const bytes = sizes.filter(({ name }) => assets.includes(name)).reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    );
    return { name, bytes, budget: CANVAS_BUDGET };
  });
}

/** Measures charts as the bundler adds them to a widget, beside what a widget has anyway. */
async function measureCharts(): Promise<AssetSize[]> {
  const contents = await joinCharts();
  return await Promise.all(
    Object.entries(CHART_BUDGETS).map(async ([names, budget]) => {
      const { outputFiles } = await esbuild.build({
        stdin: { contents: `export { ${names} } from "charts";` },
        write: false,
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        external: SHARED_SPECIFIERS.map(({ specifier }) => specifier),
        plugins: [{
          name: "charts",
          setup(build) {
            build.onResolve({ filter: /^charts$/ }, ({ path }) => ({ path, namespace: "charts" }));
            build.onLoad({ filter: /./, namespace: "charts" }, () => ({ contents }));
          },
        }],
      });
      const bytes = brotliCompressSync(outputFiles[0]!.contents).byteLength;
      return { name: names.includes(",") ? "all charts" : names, bytes, budget };
    }),
  );
}

/** Measures the modules and stylesheets that the preview's page loads before it shows a widget. */
async function measurePreview(): Promise<AssetSize> {
  const texts = await listFirstLoad(fileURLToPath(new URL("../../", import.meta.url)));
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).byteLength, 0);
  return { name: "tck-preview", bytes, budget: PREVIEW_BUDGET };
}

if (import.meta.main) {
  const assets = measureAssets(await buildHostAssets());
  const sizes = [...assets, ...addUpCanvases(assets), ...await measureCharts(), await measurePreview()];
  await esbuild.stop();
  for (const { name, bytes, budget } of sizes) {
    console.log(
      `${bytes > budget ? "over" : "ok  "} ${name.padEnd(20)} ${bytes} of ${budget} bytes (brotli)`,
    );
  }
  if (sizes.some(({ bytes, budget }) => bytes > budget)) Deno.exit(1);
}
