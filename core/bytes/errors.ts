/**
 * Why bytes or their text form were refused: `base64url.invalid` for text that no encoder writes, the others for a
 * deflate stream that is damaged, ends too early, or yields another number of bytes than it should.
 */
export type BytesErrorCode = "base64url.invalid" | "deflate.malformed" | "deflate.truncated" | "deflate.size";

/**
 * Thrown by the functions on bytes; switch on `code`, show `message` to people.
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
export class BytesError extends Error {
  /** The name of the class. */
  override readonly name = "BytesError";
  /** What is wrong, for programs. */
  readonly code: BytesErrorCode;

  /** An error with its code and a message for people. */
  constructor(code: BytesErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
