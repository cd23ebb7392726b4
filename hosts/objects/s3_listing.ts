import type { ObjectInfo } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

interface ListingPage {
  readonly objects: readonly ObjectInfo[];
  /** The continuation token of the next page, or null on the last page. */
  readonly next: string | null;
}

/**
 * Parses the answer to ListObjectsV2. In S3's XML an element with text contains no other markup, and `<` and `&` in the
 * text are escaped, so each element ends at its first closing tag.
 *
 * @throws {ObjectStoreError} `object_store.refused` when it is not a listing
 */
export function readListing(xml: string): ListingPage {
  const root = readElements(xml, "ListBucketResult")[0];
  const truncated = root === undefined ? null : readText(root, "IsTruncated");
  if (root === undefined || truncated === null) throw invalidListing("it has no ListBucketResult");
  const objects = readElements(root, "Contents").map(readObject);
  if (truncated === "false") return { objects, next: null };
  if (truncated !== "true") throw invalidListing(`IsTruncated is ${quote(truncated)}`);
  const next = readText(root, "NextContinuationToken");
  if (next === null) throw invalidListing("it is truncated and has no continuation token");
  return { objects, next };
}

/** The code in the body of an S3 error, or null when it is not one. */
export function readErrorCode(xml: string): string | null {
  const error = readElements(xml, "Error")[0];
  return error === undefined ? null : readText(error, "Code");
}

function readObject(xml: string): ObjectInfo {
  const key = readText(xml, "Key");
  const size = Number(readText(xml, "Size") ?? NaN);
  const modified = Date.parse(readText(xml, "LastModified") ?? "");
  if (key === null || !Number.isSafeInteger(size) || Number.isNaN(modified)) {
    throw invalidListing("an object has no key, size or time");
  }
  return { key, size, modifiedAt: modified - modified % 1000 };
}

function readElements(xml: string, name: string): string[] {
  const [, ...parts] = xml.split(new RegExp(`<${name}(?: [^<>]*)?>`));
  const end = `</${name}>`;
  return parts.flatMap((part) => part.includes(end) ? [part.slice(0, part.indexOf(end))] : []);
}

function readText(xml: string, name: string): string | null {
  const text = readElements(xml, name)[0];
  return text === undefined ? null : text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, decodeEntity);
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function invalidListing(reason: string): ObjectStoreError {
  return new ObjectStoreError("object_store.refused", `Cannot read the listing of a bucket: ${reason}`);
}
