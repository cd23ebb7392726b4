import * as esbuild from "esbuild";
import { buildHostAssets, type HostAssets } from "../../web/assets/mod.ts";
import { findShared } from "../servers/find_shared.ts";

let opening: Promise<HostAssets> | undefined;

/** Opens the host assets that the tests of a run share, or builds them when there is no runner. */
export function openHostAssets(): Promise<HostAssets> {
  return opening ??= findHostAssets();
}

async function findHostAssets(): Promise<HostAssets> {
  const shared = await findShared("hostAssets");
  if (shared === null) return await buildAssets();
  return new Map(
    shared.map(([name, asset]) => [name, { ...asset, bytes: Uint8Array.fromBase64(asset.bytes) }]),
  );
}

/** Builds the host assets of this tree. */
export async function buildAssets(): Promise<HostAssets> {
  try {
    return await buildHostAssets();
  } finally {
    await esbuild.stop();
  }
}
