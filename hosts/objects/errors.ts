/** Why an object store refused a call. */
export type ObjectStoreErrorCode =
  | "object_store.unsupported_url"
  | "object_store.invalid_key"
  | "object_store.outside_root";

/** A call that an object store refused; nothing was changed. */
export class ObjectStoreError extends Error {
  override readonly name: string = "ObjectStoreError";
  /** Why. */
  readonly code: ObjectStoreErrorCode;

  constructor(code: ObjectStoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
