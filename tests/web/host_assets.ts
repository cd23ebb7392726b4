import * as esbuild from "esbuild";
import { COMPRESSION } from "../../hosts/compression/mod.ts";
import { buildHostAssets, type HostAsset, type HostAssets } from "../../web/assets/mod.ts";
import { type DescribedAsset, findShared } from "../servers/find_shared.ts";

let opening: Promise<HostAssets> | undefined;

/** Opens the host assets that the tests of a run share, or builds them when there is no runner. */
export function openHostAssets(): Promise<HostAssets> {
  return opening ??= findHostAssets();
}

async function findHostAssets(): Promise<HostAssets> {
  const shared = await findShared("hostAssets");
  return shared === null ? await buildAssets() : readAssets(shared);
}

/**
 * Compresses what {@linkcode openHostAssets} has opened, as a server does at its start: once for the tests of a run, since it
 * takes half a second.
 */
export async function compressHostAssets(assets: HostAssets): Promise<HostAssets> {
  const shared = await findShared("compressedAssets");
  return shared === null ? await COMPRESSION.compressAssets(assets) : readAssets(shared);
}

/** Builds the host assets of this tree. */
export async function buildAssets(): Promise<HostAssets> {
  try {
    return await buildHostAssets();
  } finally {
    await esbuild.stop();
  }
}

/** Describes assets as JSON, for another process. */
export function describeAssets(assets: HostAssets): [name: string, asset: DescribedAsset][] {
  return [...assets].map(([name, { bytes, encoded, ...asset }]) => [name, {
    ...asset,
    bytes: bytes.toBase64(),
    ...(encoded && { encoded: [...encoded].map(([coding, bytes]) => [coding, bytes.toBase64()] as const) }),
  }]);
}

/** Reads what {@linkcode describeAssets} has described. */
export function readAssets(
  described: readonly (readonly [name: string, asset: DescribedAsset])[],
): HostAssets {
  const read = (text: string) => Uint8Array.fromBase64(text);
  return new Map<string, HostAsset>(
    described.map(([name, { bytes, encoded, ...asset }]) => [name, {
      ...asset,
      bytes: read(bytes),
      ...(encoded && { encoded: new Map(encoded.map(([coding, bytes]) => [coding, read(bytes)])) }),
    }]),
  );
}
