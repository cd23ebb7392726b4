/**
 * What every build of the shell needs for the packages that are bundled into it.
 *
 * @module
 */
import type { BuildOptions, Plugin } from "esbuild";

/** Options of esbuild for the shell's sources. React stays external. */
export const SHELL_BUILD = {
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [requireReactAsModule()],
} satisfies BuildOptions;

/** A CommonJS package that is bundled requires React, which a page has only as a module. */
function requireReactAsModule(): Plugin {
  return {
    name: "tck-require-react-as-module",
    setup(build) {
      build.onResolve(
        { filter: /^react$/ },
        ({ kind, path }) => kind === "require-call" ? { path, namespace: "tck-required" } : null,
      );
      build.onLoad({ filter: /./, namespace: "tck-required" }, () => ({
        contents: 'export * from "react";',
      }));
    },
  };
}
