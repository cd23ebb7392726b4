import assert from "node:assert/strict";

/** The width and height of a picture in PNG, in pixels. */
export function sizeOfPng(bytes: Uint8Array): [width: number, height: number] {
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}
