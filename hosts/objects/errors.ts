import { CodedError } from "../../core/errors/mod.ts";

/** Why a call to an object store failed. */
type ObjectStoreErrorCode =
  /** `TCK_OBJECTS_URL` is not the URL of a supported store. */
  | "object_store.unsupported_url"
  /** The store needs credentials, and none are set. */
  | "object_store.missing_credentials"
  | "object_store.invalid_key"
  | "object_store.outside_root"
  /** The credentials are wrong, or do not allow the call. */
  | "object_store.access_denied"
  | "object_store.missing_bucket"
  /** The store rejects the call permanently. */
  | "object_store.refused"
  /** The store cannot be reached, or every attempt failed. A put or delete may have happened nevertheless. */
  | "object_store.unavailable";

/** A failed call to an object store. Unless the code is `object_store.unavailable`, nothing was changed. */
export class ObjectStoreError extends CodedError<ObjectStoreErrorCode> {
  override readonly name = "ObjectStoreError";
}
