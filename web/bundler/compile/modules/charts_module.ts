import type * as esbuild from "esbuild";
import { host } from "../../host/mod.ts";

/** What widgets import charts by. It is not shared: its code becomes part of the widget. */
export const CHARTS_SPECIFIER = "@tck/kit/charts";

const NAMESPACE = "tck-charts";

/** Bundles the kit's charts into a widget: one module of the same text in this tree and in a package, so of the same bytes. */
export const embedCharts: esbuild.Plugin = {
  name: "tck-embed-charts",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${CHARTS_SPECIFIER}$`) }, ({ path }) => ({
      path,
      namespace: NAMESPACE,
      sideEffects: false,
    }));
    build.onLoad(
      { filter: /.*/, namespace: NAMESPACE },
      async () => ({ contents: await host.chartsModule() }),
    );
  },
};
