import { LRUCache } from "lru-cache";
import { ENTRY_NAMES, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import { chooseCoding } from "./accepted_encoding.ts";
import { createCoalescer } from "./coalesce.ts";

/** Compresses bytes to a frame of Zstandard, with a dictionary that the reader has. */
export type CompressWithDictionary = (
  bytes: Uint8Array<ArrayBuffer>,
  dictionary: Uint8Array<ArrayBuffer>,
) => Uint8Array<ArrayBuffer>;

/** A former module that a client has stored, as it states it. */
export interface AvailableDictionary {
  /** The bundle of the module. */
  hash: string;
  /** Its SHA-256 in base64. */
  digest: string;
}

/** Modules as differences to former modules (Compression Dictionary Transport, RFC 9842). */
export interface ModuleDeltas {
  /**
   * A module in the coding `dcz`; null when the dictionary is not what the client has, or when nothing is gained.
   *
   * @param readDictionary the module of the bundle that the client states, or null
   */
  encode(
    hash: string,
    module: Uint8Array<ArrayBuffer>,
    available: AvailableDictionary,
    readDictionary: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Larger modules are neither dictionaries nor compressed by one, since that holds up other requests (1 MiB). */
const MAX_MODULE_BYTES = 1024 * 1024;

/** How many bytes of encoded modules are kept (8 MiB). */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** What precedes the frame: a skippable frame with the SHA-256 of the dictionary (RFC 9842, §5). */
const MAGIC = [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00];

/** Creates an empty collection, which keeps the encoded modules that were used last. */
export function createModuleDeltas(compress: CompressWithDictionary): ModuleDeltas {
  const kept = new LRUCache<string, { digest: string; body: Uint8Array<ArrayBuffer> }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });
  const coalesce = createCoalescer<{ digest: string; body: Uint8Array<ArrayBuffer> }>();
  return {
    async encode(hash, module, available, readDictionary) {
      if (module.length > MAX_MODULE_BYTES) return null;
      // Read each time, since it decides whether this client's user may read it.
      const dictionary = await readDictionary();
      if (dictionary === null || dictionary.length > MAX_MODULE_BYTES) return null;
      const key = hash + available.hash;
      const known = kept.get(key) ?? await coalesce(key, () => encode(module, dictionary, compress));
      kept.set(key, known);
      return known.digest === available.digest && known.body.length < module.length ? known.body : null;
    },
  };
}

async function encode(
  module: Uint8Array<ArrayBuffer>,
  dictionary: Uint8Array<ArrayBuffer>,
  compress: CompressWithDictionary,
): Promise<{ digest: string; body: Uint8Array<ArrayBuffer> }> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", dictionary));
  const frame = compress(module, dictionary);
  const body = new Uint8Array(MAGIC.length + digest.length + frame.length);
  body.set(MAGIC);
  body.set(digest, MAGIC.length);
  body.set(frame, MAGIC.length + digest.length);
  return { digest: btoa(String.fromCharCode(...digest)), body };
}

/** The dictionary that a request states, if it accepts `dcz`; else null. */
export function readAvailableDictionary(headers: Headers): AvailableDictionary | null {
  const stated = headers.get("Available-Dictionary");
  if (stated === null) return null;
  const digest = /^:([A-Za-z0-9+/]{43}=):$/.exec(stated)?.[1];
  const hash = /^"([A-Za-z0-9_-]{64})"$/.exec(headers.get("Dictionary-ID") ?? "")?.[1];
  if (digest === undefined || hash === undefined) return null;
  return chooseCoding(headers.get("Accept-Encoding"), ["dcz"]) === null ? null : { hash, digest };
}

/**
 * The header with which a client stores a module as the dictionary for later ones of the same widget, which it requests
 * with the same parameter `widget`.
 *
 * @param widget the author's id of the widget
 */
export function offerDictionary(hash: string, widget: string): { readonly "Use-As-Dictionary": string } {
  const match = `${WIDGET_PREFIX}*/${ENTRY_NAMES.module}?widget=${widget}`;
  return { "Use-As-Dictionary": `match="${match}", id="${hash}"` };
}
