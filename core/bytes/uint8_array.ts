/** Whether a value is a `Uint8Array`, one of another realm included, such as that of a frame or of a test environment. */
export function isUint8Array(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}
