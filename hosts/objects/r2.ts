import type { ObjectStore } from "../../core/commit/mod.ts";
import { checkSize } from "./object_size.ts";

/** The part of a bucket binding of Cloudflare R2 that reads need. */
export interface R2Binding {
  head(key: string): Promise<R2Object | null>;
  get(key: string): Promise<R2Object & { arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

interface R2Object {
  size: number;
  uploaded: Date;
}

/** Reads objects through a binding, for hosts on workerd. Commits write to the same bucket by its S3 address. */
export function createR2Reader(bucket: R2Binding): Pick<ObjectStore, "head" | "get"> {
  return {
    async head(key) {
      const found = await bucket.head(key);
      return found && { key, size: found.size, modifiedAt: found.uploaded.getTime() };
    },
    async get(key, options) {
      const found = await bucket.get(key);
      if (found !== null) checkSize(key, found.size, options?.maxBytes);
      return found && new Uint8Array(await found.arrayBuffer());
    },
  };
}
