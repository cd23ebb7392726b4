import { CodedError } from "../errors/mod.ts";

/**
 * Why an input is invalid: `base64url.invalid` for text that is not base64url; the others for a deflate stream that is
 * damaged, ends too early, or yields a different number of bytes than expected.
 */
export type BytesErrorCode = "base64url.invalid" | "deflate.malformed" | "deflate.truncated" | "deflate.size";

/**
 * Thrown by the functions on bytes.
 *
 * @example
 * ```ts
 * import { BytesError, decodeBase64Url } from "@tck/tckb";
 * try {
 *   decodeBase64Url("a+b/");
 * } catch (error) {
 *   if (error instanceof BytesError) error.code; // "base64url.invalid"
 * }
 * ```
 */
export class BytesError extends CodedError<BytesErrorCode> {
  /** The name of the class. */
  override readonly name = "BytesError";
}
