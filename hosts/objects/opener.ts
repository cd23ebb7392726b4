import type { Clock, ObjectStore } from "../../core/commit/mod.ts";

/** The dependencies of a bucket that has a URL. */
export interface BucketSettings {
  readonly clock: Clock;
  /** Sends a request at most once. Deno's `fetch` may repeat one that lost its connection. */
  readonly fetchOnce: (request: Request) => Promise<Response>;
  /** The value of a setting, such as `AWS_ACCESS_KEY_ID`, or undefined if it is absent or empty. */
  read(name: string): string | undefined;
}

/** The dependencies of any object store. */
export interface ObjectStoreSettings extends BucketSettings {
  /** Where the objects are without a URL. */
  readonly dataDir: string;
}

/** Opens the store at a URL of its scheme. It sends no request before the first call to the store. */
export type ObjectStoreOpener = (url: URL, settings: BucketSettings) => ObjectStore;
