import { posix } from "node:path";
import { originalPositionFor, sourceContentFor, TraceMap } from "@jridgewell/trace-mapping";
import type { Location } from "./diagnostic.ts";

/** The folder that the sources of esbuild's maps are relative to, relative to the project. */
const MAP_FOLDER = "dist";

/** Tells the places of a bundled module as places in the author's sources. */
export class SourcePlaces {
  #trace: TraceMap | null = null;

  /** @param map the source map that esbuild made, as JSON; it is read when a place is asked for */
  constructor(private readonly map: string) {}

  /**
   * Where that stands which a place of the output was made from.
   *
   * @param line one-based
   * @param column zero-based
   * @returns null when it was made from nothing of the sources
   */
  locate(line: number, column: number): Location | null {
    this.#trace ??= new TraceMap(this.map);
    const original = originalPositionFor(this.#trace, { line, column });
    if (original.source === null) return null;
    const text = sourceContentFor(this.#trace, original.source);
    return {
      file: posix.join(MAP_FOLDER, original.source),
      line: original.line,
      column: original.column + 1,
      lineText: text?.split(/\r\n|[\n\r\u2028\u2029]/)[original.line - 1] ?? null,
    };
  }
}
