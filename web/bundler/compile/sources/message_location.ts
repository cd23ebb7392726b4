import { Buffer } from "node:buffer";
import type * as esbuild from "esbuild";

/** The place of an offset of a source file in esbuild's form: columns are in bytes of UTF-8, from 0. */
export function messageLocation(file: string, text: string, offset: number): Partial<esbuild.Location> {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\f]/);
  const column = Buffer.byteLength(before.at(-1)!);
  return { file, line: before.length, column, lineText: text.split(/\r\n|[\n\r\f]/)[before.length - 1]! };
}
