import type { ObjectInfo } from "../../core/commit/mod.ts";
import { ObjectStoreError } from "./errors.ts";

/** One page of a bucket's listing. */
export interface ListingPage {
  readonly objects: readonly ObjectInfo[];
  /** What asks for the next page, or null when this is the last. */
  readonly next: string | null;
}

/**
 * Reads the answer to ListObjectsV2. In S3's XML an element's text holds no other markup, and `<` and `&` in it are
 * escaped, so that each element ends where its closing tag first appears.
 *
 * @throws {ObjectStoreError} `object_store.refused` when it is none
 */
export function readListing(xml: string): ListingPage {
  const root = readElements(xml, "ListBucketResult")[0];
  const truncated = root === undefined ? null : readText(root, "IsTruncated");
  if (root === undefined || truncated === null) throw notAListing("it is no ListBucketResult");
  const objects = readElements(root, "Contents").map(readObject);
  if (truncated !== "true") return { objects, next: null };
  const next = readText(root, "NextContinuationToken");
  if (next === null) throw notAListing("it is cut off and names no next page");
  return { objects, next };
}

/** The code of an error's answer, or null when it is none of S3's. */
export function readErrorCode(xml: string): string | null {
  const error = readElements(xml, "Error")[0];
  return error === undefined ? null : readText(error, "Code");
}

function readObject(xml: string): ObjectInfo {
  const key = readText(xml, "Key");
  const size = Number(readText(xml, "Size") ?? NaN);
  const modified = Date.parse(readText(xml, "LastModified") ?? "");
  if (key === null || !Number.isSafeInteger(size) || Number.isNaN(modified)) {
    throw notAListing("an object has no key, size or time");
  }
  return { key, size, modifiedAt: modified - modified % 1000 };
}

function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs"))].map(([, text]) => text!);
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

function notAListing(reason: string): ObjectStoreError {
  return new ObjectStoreError("object_store.refused", `Cannot read the listing of a bucket: ${reason}`);
}
