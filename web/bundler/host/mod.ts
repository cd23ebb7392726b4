/** What the bundler takes from the machine on Deno and on Node. */
import { readFile } from "node:fs/promises";
import { exportedNames } from "../../assets/react_runtime.ts";
import { joinCharts } from "./join_charts.ts";
import type { BundlerHost } from "./bundler_host.ts";
import { hostFiles } from "./host_files.ts";
import { loadTailwind } from "./load_tailwind.ts";

const isSource = import.meta.url.endsWith(".ts");

let joined: Promise<string> | null = null;

export const host: BundlerHost = {
  files: hostFiles,
  exportedNames,
  chartsModule: () =>
    joined ??= isSource
      ? joinCharts()
      : readFile(new URL("../../tck/charts/mod.js", import.meta.url), "utf8"),
  loadTailwind,
};
