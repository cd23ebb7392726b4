import module from "node:module";

/** By then, the first page has been served. */
const KEEPING_DELAY = 10_000;

/** Has Node keep what it compiles from now on for the next start, as the dev server's own program does. */
export function keepCompiledModules(): void {
  module.enableCompileCache?.();
  setTimeout(() => module.flushCompileCache?.(), KEEPING_DELAY).unref();
}
