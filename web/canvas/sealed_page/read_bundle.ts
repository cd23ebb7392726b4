import { type CardFailure, parseKitLine } from "../../../core/contract/mod.ts";
import { errorMessage } from "../../../core/errors/mod.ts";
import { readTckb, type Tckb, TckbIntegrityError, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { createModuleFunction, parseModule } from "../../module-function/mod.ts";
import { createPageBudget, type PageBudget } from "./page_limit.ts";
import { DEFINE, type PageBundle, type UnavailableBundle } from "./page_content.ts";

/**
 * The largest module of a page of one file, in bytes after inflation (2 MiB), and in tokens: it is parsed where the page is
 * made, where 500,000 tokens take about half a second and are about 1.5 MB of code as bundlers write it. Compressed, 67 KB can be
 * 16 MiB.
 */
const MAX_MODULE_BYTES = 2 * 1024 * 1024;
const MAX_MODULE_TOKENS = 500_000;

/** A name, a number, or a sign of punctuation. Words of texts and comments count as well. */
const TOKEN = /[\w$\u0080-\uffff]+|[^\s\w$\u0080-\uffff]/g;

/**
 * Reads a bundle for a page of one file, and verifies it by its hash.
 *
 * @param hash the hash that the widget names
 * @param envelope the bytes of the `.tckb`; null when there are none
 * @param budget what the page has left for it, from which it is taken
 * @returns why there is no bundle, when the envelope has another hash, or cannot be read
 */
export async function readPageBundle(
  hash: string,
  envelope: Uint8Array | null,
  budget: PageBudget = createPageBudget(),
): Promise<PageBundle | UnavailableBundle> {
  if (envelope === null) return { hash, failure: "fetch", reason: "The bundle is not available" };
  try {
    const bundle = await readTckb(envelope, { expectedHash: hash, auditRecord: true });
    return toPageBundle(bundle, budget);
  } catch (error) {
    return { hash, failure: classify(error), reason: errorMessage(error) };
  }
}

function classify(error: unknown): CardFailure {
  if (error instanceof TckbIntegrityError) return "integrity";
  return error instanceof TckbUnpackError ? "fetch" : "import";
}

function toPageBundle(
  { hash, module, css, propertiesCss, cssCovered, recordFaults }: Tckb,
  budget: PageBudget,
): PageBundle {
  const [fault] = [...recordFaults].filter(([name]) => name.endsWith(".css") && !cssCovered);
  if (fault !== undefined) throw new TckbIntegrityError("integrity.hash_mismatch", fault[1]);
  requireAtMost(MAX_MODULE_BYTES, module.length, "bytes");
  const text = decode(module);
  const tokens = countTokens(text);
  requireAtMost(MAX_MODULE_TOKENS, tokens, "tokens");
  budget.bytes -= module.length + (css?.length ?? 0) + (propertiesCss?.length ?? 0);
  budget.tokens -= tokens;
  if (budget.bytes < 0 || budget.tokens < 0) {
    throw new RangeError("The bundles before it have used up what fits into a page of one file");
  }
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

function requireAtMost(most: number, count: number, unit: "bytes" | "tokens"): void {
  if (count <= most) return;
  throw new RangeError(`Its module has ${count} ${unit}, at most ${most} are shown in a page of one file`);
}

/** Counted without parsing, since the time of the parser is what the count limits. */
function countTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (count <= MAX_MODULE_TOKENS && TOKEN.test(text)) count++;
  return count;
}

/** As `Response.text()` decodes: without a byte order mark, and with U+FFFD for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
