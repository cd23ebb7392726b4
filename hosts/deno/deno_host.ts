import { COMPRESSION } from "../compression/mod.ts";
import type { Host } from "../cli/host.ts";
import { readViewerFile } from "../openapi/viewer_file.ts";
import { createCardWriter } from "../painting/mod.ts";
import { createSealer } from "../sealing/mod.ts";

/** Deno in this project's folder, where the host assets are built at each start, and the sample project when it is first shown. */
export const DENO_HOST: Host = {
  invocation: "deno task",
  fetchOnce,
  loadHostAssets: async () => (await import("../../web/assets/mod.ts")).buildHostAssets(),
  loadSampleBundles,
  loadApiViewer: readViewerFile,
  compression: COMPRESSION,
  feedSealer: createSealer(),
  cardWriter: createCardWriter(),
  launchBrowser: async () => await (await import("../../preview/server/snapshot/mod.ts")).launchBrowser(),
};

/** A server keeps no process of a compiler. Nothing else is compiled then: esbuild drops a build that it is stopped in. */
async function loadSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]> {
  const [{ buildSampleBundles }, esbuild] = await Promise.all([
    import("../packaging/sample_project.ts"),
    import("esbuild"),
  ]);
  try {
    return await buildSampleBundles();
  } finally {
    await esbuild.stop();
  }
}

/** Without idle connections, each request gets a new one. */
const NEW_CONNECTION: RequestInit & { client: Deno.HttpClient } = {
  client: Deno.createHttpClient({ poolMaxIdlePerHost: 0 }),
};

/**
 * Sends a request at most once. Deno's own `fetch` sends it a second time when a reused connection is closed without an
 * answer.
 */
export function fetchOnce(request: Request): Promise<Response> {
  return fetch(request, NEW_CONNECTION);
}
