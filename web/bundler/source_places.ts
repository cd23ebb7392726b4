import { posix } from "node:path";
import { originalPositionFor, sourceContentFor, TraceMap } from "@jridgewell/trace-mapping";
import { inFile, type Location } from "./diagnostic.ts";

/** The folder that the sources of esbuild's maps are relative to, relative to the project. */
const MAP_FOLDER = "dist";

/** A source that is not a file: the kit's charts, and a module that is written as its own address. */
export const VIRTUAL_SOURCE = /^(?:tck-[a-z-]+|dataurl):/;

/** Finds the places of a bundled module in the author's sources. */
export class SourcePlaces {
  #trace: TraceMap | null = null;

  /**
   * @param map the source map that esbuild made, as JSON
   * @param file the widget's source file, for places that were made of no file
   */
  constructor(private readonly map: string, private readonly file: string) {}

  /**
   * The place in the sources that a place of the module was made of.
   *
   * @param line one-based
   * @param column zero-based
   */
  locate(line: number, column: number): Location {
    this.#trace ??= new TraceMap(this.map);
    const original = originalPositionFor(this.#trace, { line, column });
    if (original.source === null || VIRTUAL_SOURCE.test(original.source)) return inFile(this.file);
    const text = sourceContentFor(this.#trace, original.source);
    return {
      file: posix.join(MAP_FOLDER, original.source),
      line: original.line,
      column: original.column + 1,
      lineText: text?.split(/\r\n|[\n\r\u2028\u2029]/)[original.line - 1] ?? null,
    };
  }
}
