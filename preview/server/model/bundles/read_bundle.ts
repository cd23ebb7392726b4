import { createHash } from "node:crypto";
import { parseManifest, type WidgetManifest } from "../../../../core/manifest/mod.ts";
import { normaliseTckb, type Tckb } from "../../../../core/tckb/mod.ts";
import { NODE_CODEC } from "../../../../hosts/zlib/mod.ts";
import { listImports, type ModuleImport } from "./module_imports.ts";

export interface ReadBundle {
  /** Digest of the envelope's bytes. */
  readonly digest: string;
  /** Base64url of the SHA-384 of `widget.mjs`. */
  readonly hash: string;
  readonly manifest: WidgetManifest;
  readonly contents: BundleContents;
  /** What the module imports. */
  readonly imports: readonly ModuleImport[];
  readonly envelopeBytes: number;
}

/** The entries that a page loads. The envelope's bytes are not kept. */
export type BundleContents = Pick<Tckb, "module" | "css" | "propertiesCss">;

/**
 * Reads a bundle, with the renames of legacy envelopes (lifecycle specification, §9).
 *
 * @throws {TckbUnpackError} when the bytes are not an envelope
 * @throws {InvalidManifestError}
 * @throws {BundleModuleError} when the module imports more than what widgets share with their host
 */
export async function readBundle(bytes: Uint8Array): Promise<ReadBundle> {
  const { tckb: { hash, manifest, module, css, propertiesCss } } = await normaliseTckb(bytes, NODE_CODEC);
  return {
    digest: digestOf(bytes),
    hash,
    manifest: parseManifest(manifest),
    imports: listImports(module),
    envelopeBytes: bytes.byteLength,
    contents: {
      module: detach(module),
      css: css && detach(css),
      propertiesCss: propertiesCss && detach(propertiesCss),
    },
  };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}

/** An uncompressed entry is a view of the whole envelope and would keep that in memory. */
function detach(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
