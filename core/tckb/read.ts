import type { Sha384 } from "../bytes/mod.ts";
import { ENTRY_NAMES, TCKB_FORMAT } from "../contract/mod.ts";
import type { JsonObject } from "../manifest/mod.ts";
import { quote } from "../errors/mod.ts";
import { verifyBuild } from "./build_record.ts";
import { ContentHashes, type Contents } from "./content.ts";
import { rejectEntry, TckbIntegrityError, TckbUnpackError } from "./errors.ts";
import {
  findRecordFaults,
  parseIntegrity,
  verifyCards,
  verifyRecord,
  verifyStylesheets,
} from "./integrity.ts";
import { parseJsonEntry } from "./json.ts";
import { completeLimits, type TckbLimits } from "./limits.ts";
import { checkCrc, inflateEntry, listEntries, type ReadEntryOptions, type TckbEntry } from "./zip/mod.ts";

/** A verified `.tckb` (lifecycle specification, §2). */
export interface Tckb {
  /** The bundle hash: base64url of SHA-384 over `module`. */
  readonly hash: string;
  /**
   * The bytes of `widget.mjs`. Contents that are stored uncompressed are views of the envelope's bytes, unless those are
   * shared memory.
   */
  readonly module: Uint8Array<ArrayBuffer>;
  /** The bytes of `widget.css`, or null. */
  readonly css: Uint8Array<ArrayBuffer> | null;
  /** The bytes of `widget.properties.css`, or null. */
  readonly propertiesCss: Uint8Array<ArrayBuffer> | null;
  /**
   * The markup of the card's default state by language, as the bundler wrote it: `card.<language>.html`, as far as the bundle
   * hash covers it. It is a stranger's text, which is parsed and written again before it is in a document.
   */
  readonly cards: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The JSON object in `manifest.json`; `parseManifest` checks its fields. */
  readonly manifest: JsonObject;
  /** The bytes of `manifest.json`. */
  readonly manifestBytes: Uint8Array<ArrayBuffer>;
  /** Whether the module has a stylesheet line, so that the bundle hash covers the stylesheets. */
  readonly cssCovered: boolean;
  /**
   * What is wrong with `integrity.json`, by the name of the listed entry. Empty unless the option `auditRecord` is set,
   * because the envelope is rejected otherwise.
   */
  readonly recordFaults: ReadonlyMap<string, string>;
  /** All entries in the order of the directory, unknown ones included. */
  readonly entries: readonly TckbEntry[];
}

/** Options of {@linkcode readTckb}. */
export interface ReadTckbOptions extends ReadEntryOptions {
  /** Computes SHA-384; Web Crypto by default. */
  readonly sha384?: Sha384;
  /** The bundle hash that the module must have. */
  readonly expectedHash?: string;
  /**
   * Whether `integrity.json` is an audit record only: a wrong entry does not make the envelope invalid, but is returned in
   * `recordFaults`. For a reader that knows the bundle hash (lifecycle specification, §2). The default is false.
   */
  readonly auditRecord?: boolean;
}

/**
 * Reads and verifies a `.tckb` (lifecycle specification, §2 and phase D): the structure of the archive, the size and CRC-32
 * of every entry, `format.json`, `manifest.json` as JSON, the expected bundle hash, and `integrity.json`, `build.json`, the
 * stylesheet line and the card line when they are present. Unknown entries are listed and otherwise ignored. The fields of the manifest are
 * not validated: that is done by `parseManifest`.
 *
 * @throws {TckbUnpackError} When the envelope is invalid; a {@linkcode TckbIntegrityError} when a hash differs
 *
 * @example
 * ```ts
 * import { readTckb, writeTckb } from "@tck/tckb";
 * const bytes = await writeTckb({ manifest: { id: "a" }, module: new TextEncoder().encode("export default 1") });
 * const { hash, manifest } = await readTckb(bytes);
 * ```
 */
export async function readTckb(bytes: Uint8Array, options: ReadTckbOptions = {}): Promise<Tckb> {
  const entries = listEntries(bytes, options);
  return await interpretContents(entries, await extractAll(entries, options), options);
}

/** Extracts all entries. Their hashes are being computed when it returns; with Web Crypto, beside the checksums. */
export async function extractAll(
  entries: readonly TckbEntry[],
  options: Pick<ReadTckbOptions, keyof ReadEntryOptions | "sha384">,
): Promise<ContentHashes> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of entries) {
    const content = inflateEntry(entry, options);
    contents.set(entry.name, content instanceof Promise ? await content : content);
  }
  const hashes = new ContentHashes(contents, options.sha384);
  hashes.begin([ENTRY_NAMES.module, ENTRY_NAMES.css, ENTRY_NAMES.propertiesCss]);
  for (const entry of entries) checkCrc(entry, contents.get(entry.name)!, options);
  return hashes;
}

/**
 * Verifies the extracted contents.
 *
 * @param parsed the manifest, if it was parsed before: that takes most of the time
 */
export async function interpretContents(
  entries: readonly TckbEntry[],
  hashes: ContentHashes,
  options: Pick<ReadTckbOptions, "expectedHash" | "limits" | "auditRecord">,
  parsed: JsonObject | null = null,
): Promise<Tckb> {
  const { contents } = hashes;
  const limits = completeLimits(options.limits);
  checkFormat(contents, limits);
  const module = requireModule(contents);
  const hash = (await hashes.of(ENTRY_NAMES.module))!;
  checkExpectedHash(hash, options.expectedHash);
  const manifestBytes = requireEntry(contents, ENTRY_NAMES.manifest, "manifest.missing");
  const manifest = parsed ??
    parseJsonEntry(ENTRY_NAMES.manifest, manifestBytes, "manifest.malformed", limits);
  const integrity = contents.get(ENTRY_NAMES.integrity);
  const recordFaults = new Map<string, string>();
  if (integrity && options.auditRecord) {
    for (const [name, { message }] of await findRecordFaults(integrity, hashes, limits)) {
      recordFaults.set(name, message);
    }
  } else if (integrity) await verifyRecord(parseIntegrity(integrity, limits), hashes);
  const build = contents.get(ENTRY_NAMES.build);
  if (build) verifyBuild(build, limits);
  return {
    hash,
    module,
    css: contents.get(ENTRY_NAMES.css) ?? null,
    propertiesCss: contents.get(ENTRY_NAMES.propertiesCss) ?? null,
    cards: await verifyCards(module, hashes),
    manifest,
    manifestBytes,
    cssCovered: await verifyStylesheets(module, hashes),
    recordFaults,
    entries,
  };
}

function checkFormat(contents: Contents, limits: TckbLimits): void {
  const bytes = requireEntry(contents, ENTRY_NAMES.format, "format.missing");
  const { tckbFormat } = parseJsonEntry(ENTRY_NAMES.format, bytes, "format.malformed", limits);
  if (tckbFormat === TCKB_FORMAT) return;
  const stated = tckbFormat === undefined ? "is missing" : `is ${quoteJson(tckbFormat)}`;
  const message = `Cannot read envelope: its tckbFormat ${stated}, only ${TCKB_FORMAT} is supported`;
  throw new TckbUnpackError("format.unsupported", message);
}

function quoteJson(value: JsonObject[string]): string {
  return typeof value === "string" ? quote(value) : JSON.stringify(value).slice(0, 80);
}

function requireModule(contents: Contents): Uint8Array<ArrayBuffer> {
  const module = requireEntry(contents, ENTRY_NAMES.module, "module.missing");
  if (module.length > 0) return module;
  throw rejectEntry("module.empty", ENTRY_NAMES.module, "it has no bytes");
}

function requireEntry(
  contents: Contents,
  name: string,
  missing: "format.missing" | "manifest.missing" | "module.missing",
): Uint8Array<ArrayBuffer> {
  const content = contents.get(name);
  if (content) return content;
  throw new TckbUnpackError(missing, `Cannot read envelope: it has no entry ${quote(name)}`);
}

function checkExpectedHash(hash: string, expected: string | undefined): void {
  if (expected === undefined || hash === expected) return;
  throw new TckbIntegrityError(
    "integrity.hash_mismatch",
    `Cannot accept entry ${quote(ENTRY_NAMES.module)}: its bundle hash is ${hash}, expected ${
      quote(expected)
    }`,
  );
}
