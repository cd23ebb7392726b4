/** What an object store returns about an object. */
export interface ObjectInfo {
  /** The object's key: segments of `[A-Za-z0-9._%-]`, joined by `/`. */
  key: string;
  /** Size in bytes. */
  size: number;
  /** When it was last written: milliseconds since the epoch, by the store's clock. */
  modifiedAt: number;
}

/** What an interrupted put left in a store. It is not an object and has no key. */
export interface InterruptedPut extends Omit<ObjectInfo, "key"> {
  /** The store's identifier of the interrupted put. */
  token: string;
}

/** The options of every call of a store. */
export interface ObjectStoreCallOptions {
  /** Aborts the call, which may still take effect. */
  signal?: AbortSignal | undefined;
}

/** The options of a read. */
export interface ObjectGetOptions extends ObjectStoreCallOptions {
  /** The call fails when the object has more bytes. @default what the largest envelope has */
  maxBytes?: number | undefined;
}

/** The options of a listing. */
export interface ObjectListOptions extends ObjectStoreCallOptions {
  /**
   * Called with the key's prefix of a part of the store that cannot be read, such as a folder without the permission: the
   * listing goes on without it. By default the listing fails.
   */
  onUnreadable?: ((prefix: string, error: unknown) => void) | undefined;
}

/** Storage of opaque objects. A put is atomic and overwrites; deleting an object that does not exist succeeds. */
export interface ObjectStore {
  /** Writes an object: once the promise resolves, it is durable and readable. */
  put(key: string, bytes: Uint8Array, options?: ObjectStoreCallOptions): Promise<void>;
  /** The object's bytes, or null if it does not exist. */
  get(key: string, options?: ObjectGetOptions): Promise<Uint8Array | null>;
  /** The object's metadata, or null if it does not exist. */
  head(key: string, options?: ObjectStoreCallOptions): Promise<ObjectInfo | null>;
  /** Deletes an object if it exists. */
  delete(key: string, options?: ObjectStoreCallOptions): Promise<void>;
  /** Every object whose key begins with the prefix, in key order (by code unit), in pages. */
  list(prefix: string, options?: ObjectListOptions): AsyncIterable<ObjectInfo>;
  /** What interrupted puts left behind. Puts that are still running may be included. */
  listInterruptedPuts(options?: ObjectListOptions): AsyncIterable<InterruptedPut>;
  /** Deletes what an interrupted put left behind, if it exists. */
  discardInterruptedPut(token: string, options?: ObjectStoreCallOptions): Promise<void>;
}
