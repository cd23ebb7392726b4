import { loadCompression } from "../compression/mod.ts";
import { fetchOnce } from "../deno/fetch_once.ts";
import type { Host } from "./host.ts";

/** Deno in this project's folder, where the host assets are built at each start, and the sample project when it is first shown. */
export const DENO_HOST: Host = {
  invocation: "deno task",
  fetchOnce,
  loadHostAssets: async () => (await import("../../web/assets/mod.ts")).buildHostAssets(),
  loadSampleBundles: async () => (await import("./sample_project.ts")).buildSampleBundles(),
  loadCompression,
};
