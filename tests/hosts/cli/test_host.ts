import type { Host } from "../../../hosts/cli/host.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { compressHostAssets, openHostAssets } from "../../web/host_assets.ts";

/**
 * Deno with the host assets that the tests of a run share: to build and to compress them at each start takes as long as
 * everything else that a server does until it is ready.
 */
export const TEST_HOST: Host = {
  ...DENO_HOST,
  loadHostAssets: openHostAssets,
  compression: { ...DENO_HOST.compression, compressAssets: compressHostAssets },
};
