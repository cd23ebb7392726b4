import type { Host } from "../../../hosts/cli/host.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { findShared } from "../../servers/find_shared.ts";
import { compressHostAssets, openHostAssets } from "../../web/host_assets.ts";

/**
 * Deno with the host assets and the sample project that the tests of a run share: to build and to compress them at each
 * start takes as long as everything else that a server does until it is ready.
 */
export const TEST_HOST: Host = {
  ...DENO_HOST,
  loadHostAssets: openHostAssets,
  loadSampleBundles: openSampleBundles,
  compression: { ...DENO_HOST.compression, compressAssets: compressHostAssets },
};

let opening: Promise<Uint8Array<ArrayBuffer>[]> | undefined;

/** Opens the sample project that the tests of a run share, or builds it when there is no runner. */
function openSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]> {
  return opening ??= findSampleBundles();
}

async function findSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]> {
  const shared = await findShared("sampleBundles");
  return shared === null
    ? await DENO_HOST.loadSampleBundles()
    : shared.map((envelope) => Uint8Array.fromBase64(envelope));
}
