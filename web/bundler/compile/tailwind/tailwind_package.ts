/** What the bundler uses of Tailwind 4. */
export interface Tailwind {
  /** Reads a stylesheet. The options load what it imports, and its plugins. */
  compile(source: string, options: TailwindOptions): Promise<TailwindCompiler>;
  /** Finds what may be a class in a text. */
  Scanner: new (options: { sources: [] }) => TailwindScanner;
}

export interface TailwindOptions {
  /** The folder of the stylesheet. */
  base: string;
  /** Which rules for old browsers are made, as bits: 0 for none. */
  polyfills: number;
  loadStylesheet(id: string, base: string): Promise<{ path: string; base: string; content: string }>;
  loadModule(id: string, base: string): Promise<never>;
}

/** A stylesheet that has been read. */
export interface TailwindCompiler {
  /** What `source(…)` of the import says: files to scan, `"none"`, or null when it says nothing. */
  root: { base: string; pattern: string } | "none" | null;
  /** The files of `@source` rules. */
  sources: readonly unknown[];
  /** The whole CSS, with the rules for these classes and for those of earlier calls; what is not a class is ignored. */
  build(candidates: string[]): string;
}

/** Finds what may be a class in a text. */
export interface TailwindScanner {
  getCandidatesWithPositions(
    input: { content: string; extension: string },
  ): { candidate: string; position: number }[];
}
