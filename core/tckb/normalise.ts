import { ENTRY_NAMES, LEGACY_SIZES, TCKB_FORMAT } from "../contract/mod.ts";
import { type JsonObject, normaliseManifest } from "../manifest/mod.ts";
import { ContentHashes, type Contents } from "./content.ts";
import { encodeIntegrity, parseIntegrity, verifyRecord } from "./integrity.ts";
import { encodeJsonEntry, parseJsonEntry } from "./json.ts";
import { completeLimits, type TckbLimits } from "./limits.ts";
import { extractAll, interpretContents, type ReadTckbOptions, type Tckb } from "./read.ts";
import { buildArchive, listEntries } from "./zip/mod.ts";

/** A rename in a legacy envelope (lifecycle specification, §9). */
export interface TckbRename {
  /** The entry that was added or changed. */
  readonly entry: "format.json" | "manifest.json";
  /** The old value; null for an entry that was missing. */
  readonly from: string | null;
  /** The new value. */
  readonly to: string;
}

/** An envelope after the renames. */
export interface NormalisedTckb {
  /** The envelope's bytes: the input itself when nothing was renamed. */
  readonly bytes: Uint8Array;
  /** The envelope, read from those bytes. */
  readonly tckb: Tckb;
  /** What was renamed; empty for a current envelope. */
  readonly renames: readonly TckbRename[];
}

/**
 * Reads a `.tckb` as {@linkcode readTckb} does, after the two renames of legacy envelopes (lifecycle specification, B.1):
 * a missing `format.json` is added, and the size `auto` in the manifest becomes `fill-auto`. The module and the bundle hash
 * do not change. The scanner and the preview use this; everything else reads strictly.
 *
 * @throws {TckbUnpackError} When the envelope is invalid after the renames
 *
 * @example
 * ```ts
 * import { normaliseTckb, writeTckb } from "@tck/tckb";
 * const module = new TextEncoder().encode("export default 1");
 * const legacy = await writeTckb({ manifest: { id: "a", sizes: ["auto"] }, module });
 * const { tckb, renames } = await normaliseTckb(legacy);
 * tckb.manifest.sizes; // ["fill-auto"]
 * renames; // [{ entry: "manifest.json", from: "auto", to: "fill-auto" }]
 * ```
 */
export async function normaliseTckb(
  bytes: Uint8Array,
  options: ReadTckbOptions = {},
): Promise<NormalisedTckb> {
  const entries = listEntries(bytes, options);
  const extracted = await extractAll(entries, options);
  const { contents } = extracted;
  const limits = completeLimits(options.limits);
  const { changed, manifest } = findChanges(contents, limits);
  if (changed.size === 0) {
    return { bytes, tckb: await interpretContents(entries, extracted, options, manifest), renames: [] };
  }
  const changedContents = await applyChanges(extracted, changed, options, limits);
  // To compress again what is unchanged would take seconds for a bundle of a few kilobytes that inflates to many.
  const kept = new Map(entries.map((entry) => [entry.name, entry]));
  const renamedBytes = buildArchive(
    new Map(Array.from(changedContents, ([name, content]) => {
      return [name, content === contents.get(name) ? kept.get(name)! : content];
    })),
  );
  const hashes = new ContentHashes(changedContents, options.sha384);
  const tckb = await interpretContents(listEntries(renamedBytes, options), hashes, options, manifest);
  return { bytes: renamedBytes, tckb, renames: Array.from(changed.values(), (change) => change.rename) };
}

interface Change {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly rename: TckbRename;
}

/** The changes of an envelope, and its manifest if that is unchanged. */
interface Changes {
  readonly changed: ReadonlyMap<string, Change>;
  readonly manifest: JsonObject | null;
}

function findChanges(contents: Contents, limits: TckbLimits): Changes {
  const changes = new Map<string, Change>();
  if (!contents.has(ENTRY_NAMES.format)) {
    changes.set(ENTRY_NAMES.format, {
      content: encodeJsonEntry({ tckbFormat: TCKB_FORMAT }),
      rename: { entry: "format.json", from: null, to: `tckbFormat ${TCKB_FORMAT}` },
    });
  }
  const manifestBytes = contents.get(ENTRY_NAMES.manifest);
  if (!manifestBytes) return { changed: changes, manifest: null };
  const manifest = parseJsonEntry(ENTRY_NAMES.manifest, manifestBytes, "manifest.malformed", limits);
  const normalised = normaliseManifest(manifest);
  if (normalised.renamed) {
    changes.set(ENTRY_NAMES.manifest, {
      content: encodeJsonEntry(normalised.manifest),
      rename: { entry: "manifest.json", from: "auto", to: LEGACY_SIZES.auto },
    });
  }
  return { changed: changes, manifest: normalised.renamed ? null : manifest };
}

/** The contents with the changes, a new `format.json` first. The hashes of changed entries in `integrity.json` are updated. */
async function applyChanges(
  extracted: ContentHashes,
  changes: ReadonlyMap<string, Change>,
  options: ReadTckbOptions,
  limits: TckbLimits,
): Promise<Contents> {
  const { contents } = extracted;
  const changedContents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [name, { content }] of changes) if (!contents.has(name)) changedContents.set(name, content);
  for (const [name, content] of contents) changedContents.set(name, changes.get(name)?.content ?? content);
  const integrity = contents.get(ENTRY_NAMES.integrity);
  if (!integrity) return changedContents;
  const record = parseIntegrity(integrity, limits);
  if (![...changes.keys()].some((name) => record.has(name))) return changedContents;
  await verifyRecord(record, extracted);
  const hashes = new ContentHashes(changedContents, options.sha384);
  const newRecord = new Map<string, string>();
  for (const name of record.keys()) newRecord.set(name, (await hashes.of(name))!);
  return changedContents.set(ENTRY_NAMES.integrity, encodeIntegrity(newRecord));
}
