/** What the bundler takes from a page in place of a machine: it is linked in place of `web/bundler/host/mod.ts`. */
import type { BundlerHost } from "../../../../web/bundler/steps/mod.ts";
import { chartsModule, exportedNames } from "virtual:tck/built";
import { MemoryFiles } from "./memory_files.ts";

/** The files of the project that is compiled. */
export const memoryFiles: MemoryFiles = new MemoryFiles();

export const host: BundlerHost = {
  files: memoryFiles,
  exportedNames: (specifier) => exportedNames[specifier] ?? [],
  chartsModule: () => Promise.resolve(chartsModule),
  loadTailwind: () =>
    Promise.resolve({ missing: "this is Tailwind's, which does not run in the playground" }),
};
