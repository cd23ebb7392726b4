/** What every build of the shell needs: the packages that are bundled into it, and how its modules are joined. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";

/** Options of esbuild for the shell's sources. React stays external. */
export const SHELL_BUILD = {
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  tsconfigRaw: {},
  logLevel: "silent",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [requireReactAsModule(), joinFirstLoad()],
} satisfies BuildOptions;

/** The module that loads everything that the page needs to show a widget. */
const BOOT = fileURLToPath(new URL("../../shell/boot.tsx", import.meta.url));

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

/**
 * Joins what the page loads first into one module. esbuild makes a module of the sources that the same entries import;
 * each lazy part, also of a package, is an entry, and imports another selection of them. So each lazy part imports all of
 * them.
 */
function joinFirstLoad(): Plugin {
  return {
    name: "tck-join-first-load",
    setup(build) {
      build.onResolve(
        { filter: /^(?:\.\.?\/.*\.tsx|@?[a-z][^:]*)$/ },
        async ({ kind, path, importer, resolveDir }) => {
          if (kind !== "dynamic-import") return null;
          const found = await build.resolve(path, { kind: "import-statement", importer, resolveDir });
          return found.errors.length > 0 || found.external || found.path === BOOT
            ? found
            : { path: found.path, namespace: "tck-lazy" };
        },
      );
      build.onLoad({ filter: /./, namespace: "tck-lazy" }, ({ path }) => ({
        contents: `import ${JSON.stringify(BOOT)};\nexport * from ${JSON.stringify(path)};`,
        resolveDir: dirname(path),
      }));
    },
  };
}
