import type * as esbuild from "esbuild";

/** The place of an offset of a source file in esbuild's form: columns are in bytes of UTF-8, from 0. */
export function messageLocation(file: string, text: string, offset: number): Partial<esbuild.Location> {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\f]/);
  const column = new TextEncoder().encode(before.at(-1)).length;
  return { file, line: before.length, column, lineText: text.split(/\r\n|[\n\r\f]/)[before.length - 1]! };
}
