import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { BundleDetails, BundleEntry, BundleInfo, BundleVersion } from "../../../protocol.ts";
import type { BundleContents, ReadBundle } from "./read_bundle.ts";

export function versionOf(
  { bundleHash, manifest, loadedAt }: BundleInfo,
  { contents, envelopeBytes }: Pick<ReadBundle, "contents" | "envelopeBytes">,
): BundleVersion {
  const entries = listFiles(contents).map(([name, bytes]): BundleEntry => ({
    name,
    bytes: bytes.byteLength,
    integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}`,
  }));
  return { bundleHash, manifest, loadedAt, envelopeBytes, entries };
}

interface VersionedBundle extends Pick<ReadBundle, "contents" | "envelopeBytes"> {
  readonly info: BundleInfo;
  readonly before: BundleVersion | null;
}

/** A bundle's files with their compressed sizes, and what its file held before. */
export async function detailsOf(stored: VersionedBundle): Promise<BundleDetails> {
  const sizes = listFiles(stored.contents).map(async ([name, bytes]): Promise<[string, number]> => [
    name,
    (await promisify(gzip)(bytes)).byteLength,
  ]);
  const gzipBytes = Object.fromEntries(await Promise.all(sizes));
  return { ...versionOf(stored.info, stored), gzipBytes, before: stored.before };
}

function listFiles({ module, css, propertiesCss }: BundleContents): [name: string, bytes: Uint8Array][] {
  const files: [string, Uint8Array | null][] = [
    ["widget.mjs", module],
    ["widget.css", css],
    ["widget.properties.css", propertiesCss],
  ];
  return files.flatMap(([name, bytes]) => bytes === null ? [] : [[name, bytes]]);
}
