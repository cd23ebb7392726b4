import { type Sha256, sha256 } from "../bytes/mod.ts";
import { InvalidNameError } from "./errors.ts";
import { parseBundleFileName } from "./bundle_file_name.ts";
import { isBundleHash } from "./bundle_hash.ts";
import { formatBatchId } from "./batch_id.ts";
import { formatUserSegment } from "./user_id.ts";

/** What identifies a committed widget. */
export interface WidgetIdentity {
  /** The owner. */
  readonly userId: string;
  /** The batch's date, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** The batch's kind, with underscores. */
  readonly kind: string;
  /** The bundle's name in the batch, `<NNN>_<slug>`. */
  readonly name: string;
  /** The bundle's hash, 64 characters of base64url. */
  readonly bundleHash: string;
  /** The serialised manifest. */
  readonly manifestBytes: Uint8Array;
}

/** Options of {@linkcode formatWidgetId}. */
export interface WidgetIdOptions {
  /** Computes SHA-256; Web Crypto by default. */
  readonly sha256?: Sha256;
}

const PATTERN = /^w_[a-z2-7]{26}$/;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_CHARACTERS = 26;
const DOMAIN = "tckb widget id 1";

/**
 * Whether a text has the syntax of a widget id: `w_` and 26 characters of lower-case base32.
 *
 * @example
 * ```ts
 * import { isWidgetId } from "@tck/tckb";
 * isWidgetId("w_" + "a".repeat(26)); // true
 * ```
 */
export function isWidgetId(text: string): boolean {
  return PATTERN.test(text);
}

/**
 * Formats the id of a committed widget: `w_` and the first 130 bits of the SHA-256 of its identity, in lower-case base32
 * (RFC 4648, §6). A retried commit has the same ids; a changed manifest changes the id.
 *
 * Each part is prefixed with its length, so that different identities have different encodings.
 *
 * @throws {InvalidNameError} When a part of the identity is invalid
 *
 * @example
 * ```ts
 * import { formatWidgetId, serialiseManifest } from "@tck/tckb";
 * const id = await formatWidgetId({
 *   userId: "demo",
 *   localDate: "2026-03-01",
 *   kind: "morning_brief",
 *   name: "001_weather",
 *   bundleHash: "A".repeat(64),
 *   manifestBytes: serialiseManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"] }),
 * });
 * id.length; // 28
 * ```
 */
export async function formatWidgetId(
  identity: WidgetIdentity,
  options: WidgetIdOptions = {},
): Promise<string> {
  const digest = await (options.sha256 ?? sha256)(encodeIdentity(identity));
  return `w_${base32(digest, ID_CHARACTERS)}`;
}

function encodeIdentity(identity: WidgetIdentity): Uint8Array<ArrayBuffer> {
  const { userId, localDate, kind, name, bundleHash, manifestBytes } = identity;
  formatUserSegment(userId);
  formatBatchId(localDate, kind);
  if (!parseBundleFileName(`${name}.tckb`).ok) {
    throw new InvalidNameError("name.bundle_file", name, "it is not <NNN>_<slug>");
  }
  if (!isBundleHash(bundleHash)) {
    throw new InvalidNameError("name.bundle_hash", bundleHash, "it is not 64 characters of base64url");
  }
  const text = new TextEncoder();
  const parts = [DOMAIN, userId, localDate, kind, name, bundleHash].map((part) => text.encode(part));
  return joinWithLengths([...parts, manifestBytes]);
}

function joinWithLengths(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((total, part) => total + 4 + part.length, 0));
  const view = new DataView(joined.buffer);
  let offset = 0;
  for (const part of parts) {
    view.setUint32(offset, part.length);
    joined.set(part, offset + 4);
    offset += 4 + part.length;
  }
  return joined;
}

function base32(bytes: Uint8Array, characters: number): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
    }
    if (text.length >= characters) break;
  }
  return text.slice(0, characters);
}
