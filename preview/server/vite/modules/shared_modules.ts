import type { Plugin } from "vite";
import { listWidgetSpecifiers } from "../../../../core/contract/mod.ts";
import { REACT_SPECIFIERS } from "./shared_specifiers.ts";
import { virtualModuleUrl } from "../vite_internals.ts";

const PREFIX = "virtual:tck/shared/";

/** The URL of the module that stands for a shared specifier in the modules of bundles. */
export function sharedModuleUrl(specifier: string): string {
  return virtualModuleUrl(PREFIX + encodeURIComponent(specifier));
}

/**
 * Serves what bundles import: the shell's React and kit. The text of a bundle, which may be a stranger's, is never one of
 * the modules here: an import in it would have Vite resolve, read and then serve a file of the machine, and a glob would
 * have it list folders.
 */
export function serveSharedModules(): Plugin {
  return {
    name: "tck:shared-modules",
    enforce: "pre",
    resolveId: {
      filter: { id: /^virtual:tck\/shared\// },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:tck\/shared\// },
      async handler(id) {
        const specifier = decodeURIComponent(id.slice(`\0${PREFIX}`.length));
        if (!listWidgetSpecifiers().includes(specifier)) return null;
        const name = JSON.stringify(specifier);
        if (!REACT_SPECIFIERS.includes(specifier)) return `export * from ${name};`;
        // React is CommonJS: each name is written out.
        const { exportedNames } = await import("../../../../web/assets/mod.ts");
        return `import react from ${name};\nexport default react;\nexport const { ${
          exportedNames(specifier).join(", ")
        } } = react;`;
      },
    },
  };
}
