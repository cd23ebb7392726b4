import { LRUCache } from "lru-cache";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { ENTRY_NAMES } from "../../../core/contract/mod.ts";
import { gzipMember, type Tckb } from "../../../core/tckb/mod.ts";
import { isYounger } from "../../time/mod.ts";

/** A file of a verified bundle, ready to be sent. */
export interface VerifiedFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** The same as gzip, or null when that is not smaller. */
  gzip: Uint8Array<ArrayBuffer> | null;
  /** The same by Brotli, or null as long as it is not compressed, or when that is not smaller. */
  brotli: Uint8Array<ArrayBuffer> | null;
  /** Without quotes. */
  tag: string;
  /** Whether the bundle hash covers these bytes, so that they never change. */
  immutable: boolean;
  /** Why `integrity.json` contradicts it, unless the bundle hash covers it; else null. */
  fault: string | null;
}

/** The files of a bundle whose hash was verified, by name. */
export type VerifiedBundle = ReadonlyMap<string, VerifiedFile>;

/** How long it may be remembered that a user may read a bundle, in milliseconds. */
export const READ_PERMISSION_MS = 10_000;

/** The bytes of verified bundles that are kept by default (64 MiB). */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** How many permissions are remembered. The least recently used one is removed first. */
const MAX_PERMISSIONS = 100_000;

/** Options of {@linkcode createVerifiedBundles}. */
export interface VerifiedBundlesOptions {
  /** How many bytes are kept; 0 keeps nothing. @default 67108864 */
  maxBytes?: number | undefined;
}

/** Bundles that were verified lately, and who may read them. */
export interface VerifiedBundles {
  /** A file whose bytes follow from the hash, or undefined. Whether the user may read it is another question. */
  get(hash: string, name: string): VerifiedFile | undefined;
  /** Keeps the files whose bytes follow from the hash. Returns whether bundles are kept at all. */
  keep(hash: string, bundle: VerifiedBundle): boolean;
  /** Whether the user was allowed to read the bundle within the last {@linkcode READ_PERMISSION_MS}. */
  mayRead(userId: string, hash: string): boolean;
  /** Remembers that the storage service allowed the user to read the bundle. */
  allow(userId: string, hash: string): void;
}

/** Creates an empty collection, which removes the least recently used bundles. */
export function createVerifiedBundles(
  now: () => number,
  { maxBytes = DEFAULT_MAX_BYTES }: VerifiedBundlesOptions = {},
): VerifiedBundles {
  const bundles = new LRUCache<string, VerifiedBundle>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (files) => Math.max(1, sizeOf(files)),
  });
  // By size, each as 1: with `max`, the room for all of them is made at once.
  const permissions = new LRUCache<string, number>({ maxSize: MAX_PERMISSIONS, sizeCalculation: () => 1 });
  return {
    get: (hash, name) => bundles.get(hash)?.get(name),
    keep(hash, bundle) {
      if (maxBytes > 0) bundles.set(hash, new Map([...bundle].filter(([, { immutable }]) => immutable)));
      return maxBytes > 0;
    },
    mayRead(userId, hash) {
      const allowedAt = permissions.get(permissionKey(userId, hash));
      return allowedAt !== undefined && isYounger(allowedAt, READ_PERMISSION_MS, now());
    },
    allow(userId, hash) {
      if (maxBytes > 0) permissions.set(permissionKey(userId, hash), now());
    },
  };
}

/** A hash has always 64 characters. */
function permissionKey(userId: string, hash: string): string {
  return hash + userId;
}

function sizeOf(files: VerifiedBundle): number {
  const bodies = [...files.values()].flatMap(({ bytes, gzip, brotli }) => [bytes, gzip, brotli]);
  return bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
}

/** The files of a verified envelope. They do not keep its other bytes in memory. */
export async function extractFiles(tckb: Tckb): Promise<VerifiedBundle> {
  const contents = [
    [ENTRY_NAMES.module, tckb.module],
    [ENTRY_NAMES.css, tckb.css],
    [ENTRY_NAMES.propertiesCss, tckb.propertiesCss],
  ] as const;
  const files = new Map<string, VerifiedFile>();
  for (const [name, content] of contents) {
    if (content !== null) files.set(name, await extractFile(tckb, name, content));
  }
  return files;
}

async function extractFile(
  tckb: Tckb,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<VerifiedFile> {
  const isModule = name === ENTRY_NAMES.module;
  const immutable = isModule || tckb.cssCovered;
  const gzip = gzipMember(tckb.entries.find((entry) => entry.name === name)!);
  const isView = content.byteLength < content.buffer.byteLength;
  return {
    bytes: isView ? content.slice() : content,
    gzip: gzip !== null && gzip.length < content.length ? gzip : null,
    brotli: null,
    tag: isModule ? tckb.hash : await sha384Base64Url(content),
    immutable,
    fault: immutable ? null : tckb.recordFaults.get(name) ?? null,
  };
}
