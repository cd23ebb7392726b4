/** Whether a value is a `Uint8Array`, including one of another window or of a test environment. */
export function isUint8Array(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}
