import type { WidgetSource } from "../../../../web/bundler/steps/mod.ts";

/** The files of a project by their paths relative to it. */
export type ProjectFiles = ReadonlyMap<string, Uint8Array>;

/** The folder that the project is in, for the compiler. No byte of a bundle depends on it. */
export const PROJECT_FOLDER = "/project";

/** The addresses of the compilers' WebAssembly. */
export interface CompilerParts {
  readonly esbuild: string;
  readonly lightningcss: string;
}

/** What the worker is sent first. */
export interface CompilerStart {
  readonly parts: CompilerParts;
}

/** A widget to compile and check. */
export interface CompilerRequest {
  readonly files: ProjectFiles;
  readonly source: WidgetSource;
}
