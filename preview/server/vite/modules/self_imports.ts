import type { Plugin } from "vite";
import { importOwnExports } from "../vite_internals.ts";

/** Replaces the import by which a module of components imports itself, so that of two quick edits the newest is shown. */
export function replaceSelfImports(): Plugin {
  return {
    name: "tck:self-imports",
    transform: {
      // After Vite has rewritten the imports. Each line keeps its number, so the source map stays correct.
      order: "post",
      filter: { code: "__vite_react_currentExports" },
      handler: (code) => ({ code: importOwnExports(code), map: null }),
    },
  };
}
