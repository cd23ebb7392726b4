import { loadCompression } from "../compression/mod.ts";
import { fetchOnce } from "../deno/fetch_once.ts";
import type { Host } from "./host.ts";

/** Deno in this project's folder, where the host assets are built at each start, and the sample project when it is first shown. */
export const DENO_HOST: Host = {
  invocation: "deno task",
  fetchOnce,
  loadHostAssets: async () => (await import("../../web/assets/mod.ts")).buildHostAssets(),
  loadSampleBundles,
  loadCompression,
};

/** A server keeps no process of a compiler. Nothing else is compiled then: esbuild drops a build that it is stopped in. */
async function loadSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]> {
  const [{ buildSampleBundles }, esbuild] = await Promise.all([
    import("./sample_project.ts"),
    import("esbuild"),
  ]);
  try {
    return await buildSampleBundles();
  } finally {
    await esbuild.stop();
  }
}
