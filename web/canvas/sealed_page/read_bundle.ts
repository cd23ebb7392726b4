import { type CardFailure, parseKitLine } from "../../../core/contract/mod.ts";
import { errorMessage } from "../../../core/errors/mod.ts";
import { readTckb, type Tckb, TckbIntegrityError, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { createModuleFunction, parseModule } from "../../module-function/mod.ts";
import { DEFINE, type PageBundle, type UnavailableBundle } from "./page_content.ts";

/**
 * The largest module of a page of one file, in bytes after inflation (2 MiB): it is parsed where the page is made, and
 * compressed, 67 KB can be 16 MiB.
 */
const MAX_MODULE_BYTES = 2 * 1024 * 1024;

/**
 * Reads a bundle for a page of one file, and verifies it by its hash.
 *
 * @param hash the hash that the widget names
 * @param envelope the bytes of the `.tckb`; null when there are none
 * @returns why there is no bundle, when the envelope has another hash, or cannot be read
 */
export async function readPageBundle(
  hash: string,
  envelope: Uint8Array | null,
): Promise<PageBundle | UnavailableBundle> {
  if (envelope === null) return { hash, failure: "fetch", reason: "The bundle is not available" };
  try {
    return toPageBundle(await readTckb(envelope, { expectedHash: hash, auditRecord: true }));
  } catch (error) {
    return { hash, failure: classify(error), reason: errorMessage(error) };
  }
}

function classify(error: unknown): CardFailure {
  if (error instanceof TckbIntegrityError) return "integrity";
  return error instanceof TckbUnpackError ? "fetch" : "import";
}

function toPageBundle({ hash, module, css, propertiesCss, cssCovered, recordFaults }: Tckb): PageBundle {
  const [fault] = [...recordFaults].filter(([name]) => name.endsWith(".css") && !cssCovered);
  if (fault !== undefined) throw new TckbIntegrityError("integrity.hash_mismatch", fault[1]);
  if (module.length > MAX_MODULE_BYTES) {
    throw new RangeError(
      `Its module has ${module.length} bytes, at most ${MAX_MODULE_BYTES} are shown in a page of one file`,
    );
  }
  const text = decode(module);
  const { code, imports } = createModuleFunction(parseModule(text));
  const name = encodeURIComponent(hash.slice(0, 12));
  const define = `globalThis[${JSON.stringify(DEFINE)}](${JSON.stringify(hash)},function(){return ${code}})`;
  return {
    hash,
    script: `"use strict";${define};\n//# sourceURL=${name}/widget.mjs`,
    imports,
    css: css && decode(css),
    propertiesCss: propertiesCss && decode(propertiesCss),
    kitVersion: parseKitLine(text),
  };
}

/** As `Response.text()` decodes: without a byte order mark, and with U+FFFD for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
