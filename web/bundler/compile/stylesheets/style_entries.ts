import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as esbuild from "esbuild";

/** Resolves a stylesheet's `@import` of a package to the entry that the package has for stylesheets, which esbuild does not. */
export const resolveStyleEntries: esbuild.Plugin = {
  name: "tck-style-entries",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir }) => {
      const [name] = kind === "import-rule" ? /^(@[^/]+\/)?[^/]+/.exec(path) ?? [] : [];
      if (name === undefined) return null;
      const subpath = `.${path.slice(name.length)}`;
      for (const folder of createRequire(join(resolveDir, "stylesheet.css")).resolve.paths(name) ?? []) {
        const packageJson = await readFile(join(folder, name, "package.json"), "utf8").catch(() => null);
        if (packageJson === null) continue;
        const entry = findStyleEntry(JSON.parse(packageJson), subpath);
        return entry === null ? null : { path: await realpath(join(folder, name, entry)) };
      }
      return null;
    });
  },
};

function findStyleEntry(
  { exports, style }: { exports?: { [subpath: string]: { style?: unknown } | undefined }; style?: unknown },
  subpath: string,
): string | null {
  const entry = exports?.[subpath]?.style ?? (subpath === "." ? style : undefined);
  return typeof entry === "string" ? entry : null;
}
