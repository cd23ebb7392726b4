import { BUNDLE_HASH_PATTERN, cardEntryName, ENTRY_NAMES } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import type { JsonObject } from "../manifest/mod.ts";
import { parseCardLine } from "./card_line.ts";
import type { ContentHashes } from "./content.ts";
import { rejectEntry, TckbIntegrityError, type TckbIntegrityErrorCode, TckbUnpackError } from "./errors.ts";
import { encodeJsonEntry, parseJsonEntry } from "./json.ts";
import type { TckbLimits } from "./limits.ts";
import { parseStylesheetLine } from "./stylesheet_line.ts";

/** The hashes in `integrity.json`, by entry name: SHA-384 in base64url. */
export type IntegrityRecord = ReadonlyMap<string, string>;

/** Serialises `integrity.json`. */
export function encodeIntegrity(record: IntegrityRecord): Uint8Array<ArrayBuffer> {
  const value: JsonObject = {};
  for (const [name, hash] of record) value[name] = { sha384: hash };
  return encodeJsonEntry(value);
}

/** Parses `integrity.json`. */
export function parseIntegrity(bytes: Uint8Array, limits: TckbLimits): IntegrityRecord {
  return new Map(
    listRecord(bytes, limits).map(([name, hash]) => {
      if (hash !== null) return [name, hash];
      throw createEntryError(name);
    }),
  );
}

/** Verifies that every listed entry exists and has the listed hash. */
export async function verifyRecord(record: IntegrityRecord, hashes: ContentHashes): Promise<void> {
  for (const [name, listed] of record) {
    const fault = await findFault(name, listed, hashes);
    if (fault) throw fault;
  }
}

/** The faults of `integrity.json`, by the name of the listed entry: it is missing, has another hash, or is listed without one. */
export async function findRecordFaults(
  bytes: Uint8Array,
  hashes: ContentHashes,
  limits: TckbLimits,
): Promise<Map<string, TckbUnpackError>> {
  const faults = new Map<string, TckbUnpackError>();
  for (const [name, listed] of listRecord(bytes, limits)) {
    const fault = listed === null ? createEntryError(name) : await findFault(name, listed, hashes);
    if (fault) faults.set(name, fault);
  }
  return faults;
}

/** The names in `integrity.json`, each with its hash, or null without a valid one. */
function listRecord(bytes: Uint8Array, limits: TckbLimits): [name: string, hash: string | null][] {
  const value = parseJsonEntry(ENTRY_NAMES.integrity, bytes, "integrity.malformed", limits);
  const listed = Object.entries(value);
  if (listed.length > limits.entries) { // A map of many chosen names takes long.
    const reason = `it lists ${listed.length} entries, at most ${limits.entries} are allowed`;
    throw rejectEntry("integrity.malformed", ENTRY_NAMES.integrity, reason);
  }
  return listed.map(([name, listed]) => {
    const hash = typeof listed === "object" && listed !== null && !Array.isArray(listed)
      ? listed.sha384
      : undefined;
    return [name, typeof hash === "string" && BUNDLE_HASH_PATTERN.test(hash) ? hash : null];
  });
}

async function findFault(
  name: string,
  listed: string,
  hashes: ContentHashes,
): Promise<TckbIntegrityError | null> {
  const actual = await hashes.of(name);
  if (actual === listed) return null;
  return new TckbIntegrityError(
    "integrity.record_mismatch",
    `Cannot accept entry ${quote(name)}: ${
      actual === null ? "it is missing" : `its SHA-384 is ${actual}`
    }, integrity.json lists ${listed}`,
  );
}

function createEntryError(name: string): TckbUnpackError {
  return rejectEntry("integrity.malformed", ENTRY_NAMES.integrity, `it has no SHA-384 for ${quote(name)}`);
}

/** Verifies the stylesheets against the module's stylesheet line. Returns whether the module has one. */
export async function verifyStylesheets(module: Uint8Array, hashes: ContentHashes): Promise<boolean> {
  const listed = parseStylesheetLine(module);
  if (listed === null) return false;
  await verifyStylesheet(ENTRY_NAMES.css, listed.css, hashes);
  await verifyStylesheet(ENTRY_NAMES.propertiesCss, listed.propertiesCss, hashes);
  return true;
}

async function verifyStylesheet(name: string, listed: string | null, hashes: ContentHashes): Promise<void> {
  await verifyCovered(name, listed, hashes, "integrity.stylesheet_mismatch", "stylesheet line");
}

/**
 * Verifies the markup of a card against the module's card line. Returns the markup by language: none that the line does not
 * list. What it lists may be absent, since nothing but the first paint needs it.
 */
export async function verifyCards(
  module: Uint8Array,
  hashes: ContentHashes,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const cards = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [language, listed] of parseCardLine(module)) {
    const name = cardEntryName(language);
    const card = hashes.contents.get(name);
    if (card === undefined) continue;
    await verifyCovered(name, listed, hashes, "integrity.card_mismatch", "card line");
    cards.set(language, card);
  }
  return cards;
}

async function verifyCovered(
  name: string,
  listed: string | null,
  hashes: ContentHashes,
  code: TckbIntegrityErrorCode,
  line: string,
): Promise<void> {
  const actual = await hashes.of(name);
  if (actual === listed) return;
  const state = (hash: string | null): string => hash === null ? "no such entry" : `SHA-384 ${hash}`;
  throw new TckbIntegrityError(
    code,
    `Cannot accept entry ${quote(name)}: the envelope has ${state(actual)}, the module's ${line} lists ${
      state(listed)
    }`,
  );
}
