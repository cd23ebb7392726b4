import * as esbuild from "esbuild";

/** What a module imports, statically or dynamically, sorted and once. Leaves esbuild running. */
export async function importedSpecifiers(module: Uint8Array): Promise<string[]> {
  const found = new Set<string>();
  await esbuild.build({
    stdin: { contents: module, loader: "js" },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "silent",
    plugins: [{
      name: "record-imports",
      setup(build) {
        build.onResolve({ filter: /.*/ }, ({ path }) => {
          found.add(path);
          return { path, external: true };
        });
      },
    }],
  });
  return [...found].sort();
}
