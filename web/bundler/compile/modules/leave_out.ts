import type * as esbuild from "esbuild";
import { changeLoads } from "../esbuild/changed_loads.ts";

const LEFT_OUT = "tck-left-out";

/**
 * Plugins that leave out what the given ones reject, and what cannot be resolved: the rest of a widget that does not compile
 * is still checked, so that its author sees all faults at once.
 */
export function leaveOutRejected(plugins: readonly esbuild.Plugin[]): esbuild.Plugin[] {
  return [leaveOutUnresolved, ...plugins.map(withoutErrors)];
}

const leaveOutUnresolved: esbuild.Plugin = {
  name: "tck-leave-out",
  setup(build) {
    const ownCall = {};
    build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === ownCall || options.kind === "entry-point") return null;
      const result = await build.resolve(path, { ...options, pluginData: ownCall });
      if (result.errors.length === 0) return result;
      const isCss = options.kind === "import-rule" || options.kind === "url-token";
      return isCss ? { path, external: true } : { path, namespace: LEFT_OUT };
    });
    // A CommonJS module: any name can be imported from it.
    build.onLoad({ filter: /.*/, namespace: LEFT_OUT }, () => ({ contents: "module.exports = {}" }));
  },
};

function withoutErrors(plugin: esbuild.Plugin): esbuild.Plugin {
  return changeLoads(plugin, (result) => result.errors?.length ? { contents: "", loader: "empty" } : result);
}
