import { createHash } from "node:crypto";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { TckbUnpackError, writeTckb } from "../../../core/tckb/mod.ts";
import { diagnose, DiagnosticError } from "../diagnostic.ts";
import type { Evaluation } from "../evaluate/mod.ts";

/** One widget's bundle, in memory. */
export interface Bundle {
  /** `<NNN>_<slug>`. */
  name: string;
  /** The `.tckb` file. */
  envelope: Uint8Array;
  /** The bundle's hash. */
  hash: string;
  /** The source map of the envelope's module without its first line, as JSON. */
  map: string;
  /** The SHA-256 of every file that was read, in hex, by its path relative to the project. */
  inputs: { [path: string]: string };
}

/** @throws {DiagnosticError} when no reader would accept the bundle, such as one with too large a manifest */
export async function createBundle({ checked, manifest }: Evaluation): Promise<Bundle> {
  const { source, map, inputs } = checked;
  const encoder = new TextEncoder();
  const module = encoder.encode(checked.module);
  const hash = createHash("sha384").update(module).digest("base64url");
  try {
    const envelope = await writeTckb({
      module,
      // Both stylesheets are always entries, so that a host never asks for one that is missing.
      css: encoder.encode(checked.css),
      propertiesCss: encoder.encode(checked.propertiesCss),
      // A manifest has been through JSON and the schema: it is a JSON object.
      manifest: manifest as unknown as JsonObject,
    }, { sha384: (bytes) => createHash("sha384").update(bytes).digest() });
    return { name: source.name, envelope, hash, map, inputs };
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    const hint = "Make the widget's manifest smaller";
    throw new DiagnosticError([diagnose("bundle.invalid", source, error.message, hint)]);
  }
}
