import type * as esbuild from "esbuild";
import { listWidgetSpecifiers, SHARED_SPECIFIERS } from "../../../../core/contract/mod.ts";
import { importForbidden } from "../sources/import_rejections.ts";

const WIDGET_SPECIFIERS = listWidgetSpecifiers();

/** Leaves what a widget shares with its host as imports, and rejects what it must not import. */
export const resolveSharedImports: esbuild.Plugin = {
  name: "tck-shared-imports",
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      if (kind === "entry-point") return null;
      if (WIDGET_SPECIFIERS.includes(path)) {
        return kind === "require-call" ? { path, namespace: "tck-required" } : { path, external: true };
      }
      return isForbidden(path) ? { errors: [importForbidden(path)] } : null;
    });
    // A CommonJS dependency that requires React would end in a shim that throws: it gets the shared module.
    build.onLoad({ filter: /.*/, namespace: "tck-required" }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)}; export { default } from ${JSON.stringify(path)};`,
    }));
  },
};

/** The packages whose modules are the host's, such as `react`. */
const HOST_PACKAGES = new Set(
  SHARED_SPECIFIERS.map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]),
);

function isForbidden(specifier: string): boolean {
  const isRemote = /^(\/|[a-z][a-z0-9+.-]*:)/i.test(specifier) && !specifier.startsWith("data:");
  return isRemote || HOST_PACKAGES.has(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "");
}
