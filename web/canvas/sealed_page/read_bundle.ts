import { type CardFailure, LIMITS, parseKitLine } from "../../../core/contract/mod.ts";
import { errorMessage } from "../../../core/errors/mod.ts";
import { readTckb, type Tckb, TckbIntegrityError, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { createModuleFunction, parseModule } from "../../module-function/mod.ts";
import { createPageBudget, type PageBudget } from "./page_limit.ts";
import { DEFINE, type PageBundle, type UnavailableBundle } from "./page_content.ts";

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
    // What the page has no place for is not inflated.
    const limits = { totalEntryBytes: Math.min(Math.max(budget.bytes, 0), LIMITS.totalEntryBytes) };
    const bundle = await readTckb(envelope, { expectedHash: hash, auditRecord: true, limits });
    return toPageBundle(bundle, budget);
  } catch (error) {
    const cause = isBeyond(error, budget) ? createFullError() : error;
    return { hash, failure: classify(cause), reason: errorMessage(cause) };
  }
}

/** Whether an envelope is too large for what is left of a page, and not for a reader. */
function isBeyond(error: unknown, { bytes }: PageBudget): boolean {
  const isTotal = error instanceof TckbUnpackError && error.code === "limit.total_entry_bytes";
  return isTotal && bytes < LIMITS.totalEntryBytes;
}

function createFullError(): RangeError {
  return new RangeError("The bundles before it have used up what fits into a page of one file");
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
  const { moduleBytes, moduleTokens } = budget.limits;
  requireAtMost(moduleBytes, module.length, "bytes");
  const text = decode(module);
  const tokens = countTokens(text, moduleTokens);
  requireAtMost(moduleTokens, tokens, "tokens");
  budget.bytes -= module.length + (css?.length ?? 0) + (propertiesCss?.length ?? 0);
  budget.tokens -= tokens;
  if (budget.bytes < 0 || budget.tokens < 0) throw createFullError();
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

/** Counted without parsing, since the time of the parser is what the count limits. It ends above the limit. */
function countTokens(text: string, most: number): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (count <= most && TOKEN.test(text)) count++;
  return count;
}

/** As `Response.text()` decodes: without a byte order mark, and with U+FFFD for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
