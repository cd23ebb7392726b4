import type { Sha384 } from "../bytes/mod.ts";
import { isUint8Array } from "../bytes/uint8_array.ts";
import { cardEntryName, ENTRY_NAMES, TCKB_FORMAT } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import type { JsonObject, WidgetManifest } from "../manifest/mod.ts";
import type { TckbBuild } from "./build_record.ts";
import { ContentHashes } from "./content.ts";
import { encodeIntegrity } from "./integrity.ts";
import { encodeGivenEntry, encodeJsonEntry } from "./json.ts";
import { interpretContents } from "./read.ts";
import { buildArchive, listEntries } from "./zip/mod.ts";

/** The contents of an envelope. */
export interface TckbInput {
  /** The bytes of `widget.mjs`; at least one. */
  readonly module: Uint8Array;
  /** The content of `manifest.json`. */
  readonly manifest: WidgetManifest | JsonObject;
  /** The bytes of `widget.css`; none by default. */
  readonly css?: Uint8Array | null;
  /** The bytes of `widget.properties.css`; none by default. */
  readonly propertiesCss?: Uint8Array | null;
  /** The bytes of `card.<language>.html` by language, as the module's card line lists them; none by default. */
  readonly cards?: ReadonlyMap<string, Uint8Array>;
  /** The content of `build.json`; none by default, so that equal sources yield equal bytes. */
  readonly build?: TckbBuild;
}

/** Options of {@linkcode writeTckb}. */
export interface WriteTckbOptions {
  /** Computes SHA-384; Web Crypto by default. */
  readonly sha384?: Sha384;
}

/**
 * Writes a `.tckb` (lifecycle specification, §2): `format.json`, `manifest.json`, `widget.mjs`, the stylesheets and the
 * markup of the card if any, `integrity.json`, and `build.json` if given, in this order, with fixed time stamps and no platform attributes. The same
 * input yields the same bytes on every runtime.
 *
 * @throws {TckbUnpackError} When {@linkcode readTckb} would reject the envelope
 *
 * @example
 * ```ts
 * import { writeTckb } from "@tck/tckb";
 * const utf8 = new TextEncoder();
 * const bytes = await writeTckb({
 *   manifest: { id: "weather", cardType: "feed", sizes: ["2x1"] },
 *   module: utf8.encode("export default function Weather() {}"),
 *   css: utf8.encode(":host { color: red }"),
 * });
 * ```
 */
export async function writeTckb(
  input: TckbInput,
  options: WriteTckbOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  contents.set(ENTRY_NAMES.format, encodeJsonEntry({ tckbFormat: TCKB_FORMAT }));
  const { manifest, build } = input;
  contents.set(ENTRY_NAMES.manifest, encodeGivenEntry(ENTRY_NAMES.manifest, manifest, "manifest.malformed"));
  contents.set(ENTRY_NAMES.module, copyBytes(ENTRY_NAMES.module, input.module));
  if (input.css) contents.set(ENTRY_NAMES.css, copyBytes(ENTRY_NAMES.css, input.css));
  if (input.propertiesCss) {
    contents.set(ENTRY_NAMES.propertiesCss, copyBytes(ENTRY_NAMES.propertiesCss, input.propertiesCss));
  }
  for (const [language, card] of input.cards ?? []) {
    const name = cardEntryName(language);
    contents.set(name, copyBytes(name, card));
  }
  const hashes = new ContentHashes(contents, options.sha384);
  const record = new Map<string, string>();
  for (const name of [ENTRY_NAMES.module, ENTRY_NAMES.css, ENTRY_NAMES.propertiesCss]) {
    const hash = await hashes.of(name);
    if (hash !== null) record.set(name, hash);
  }
  contents.set(ENTRY_NAMES.integrity, encodeIntegrity(record));
  if (build) contents.set(ENTRY_NAMES.build, encodeGivenEntry(ENTRY_NAMES.build, build, "build.malformed"));
  await interpretContents([], hashes, {});
  const bytes = buildArchive(contents);
  listEntries(bytes);
  return bytes;
}

/** The caller may change its bytes before they are hashed and packed, and Web Crypto takes no shared memory. */
function copyBytes(name: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (isUint8Array(bytes)) return new Uint8Array(bytes);
  throw new TypeError(`Cannot write entry ${quote(name)}: its content is not a Uint8Array`);
}
