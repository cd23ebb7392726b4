/** Why an object store failed a call. */
export type ObjectStoreErrorCode =
  /** The setting names no store that there is. */
  | "object_store.unsupported_url"
  /** The store wants credentials, and none are set. */
  | "object_store.missing_credentials"
  | "object_store.invalid_key"
  | "object_store.outside_root"
  /** The credentials are wrong, or do not allow the call. */
  | "object_store.access_denied"
  | "object_store.missing_bucket"
  /** The store refuses the call, and would again. */
  | "object_store.refused"
  /** The store cannot be reached, or fails again and again. A put or delete may have happened all the same. */
  | "object_store.unavailable";

/** A call that an object store failed. Unless the code is `object_store.unavailable`, nothing was changed. */
export class ObjectStoreError extends Error {
  override readonly name: string = "ObjectStoreError";
  /** Why. */
  readonly code: ObjectStoreErrorCode;

  constructor(code: ObjectStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
