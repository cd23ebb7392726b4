import { createHash } from "node:crypto";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import { normaliseTckb, type Tckb } from "../../../core/tckb/mod.ts";
import { NODE_CODEC } from "../../../hosts/zlib/mod.ts";

/** A bundle as its bytes give it, whatever its place. */
export interface ReadBundle {
  /** Of the envelope's bytes as they came: equal ones need not be read again. */
  readonly digest: string;
  /** Base64url of the SHA-384 of `widget.mjs`. */
  readonly hash: string;
  readonly manifest: WidgetManifest;
  readonly contents: BundleContents;
}

/** What a page is given of a bundle. The envelope's bytes are not kept. */
export type BundleContents = Pick<Tckb, "module" | "css" | "propertiesCss">;

/**
 * Reads a bundle, after the renames that legacy envelopes need (lifecycle specification, §9).
 *
 * @throws {TckbUnpackError} for what is no envelope
 * @throws {InvalidManifestError}
 */
export async function readBundle(bytes: Uint8Array): Promise<ReadBundle> {
  const { tckb: { hash, manifest, module, css, propertiesCss } } = await normaliseTckb(bytes, NODE_CODEC);
  return {
    digest: digestOf(bytes),
    hash,
    manifest: parseManifest(manifest),
    contents: {
      module: own(module),
      css: css && own(css),
      propertiesCss: propertiesCss && own(propertiesCss),
    },
  };
}

/** Tells whether two envelopes have the same bytes. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}

/** An entry that is stored uncompressed is a view of the whole envelope, which would stay in memory with it. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
