import type * as esbuild from "esbuild";

/** A plugin whose loaded files get to esbuild as `change` returns them. */
export function changeLoads(
  plugin: esbuild.Plugin,
  change: (
    result: esbuild.OnLoadResult,
    file: esbuild.OnLoadArgs,
  ) => esbuild.OnLoadResult | Promise<esbuild.OnLoadResult>,
): esbuild.Plugin {
  return {
    name: plugin.name,
    setup: (build) =>
      plugin.setup({
        ...build,
        onLoad(options, load) {
          build.onLoad(options, async (file) => {
            const result = await load(file);
            return result && await change(result, file);
          });
        },
      }),
  };
}
