import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../../../core/contract/mod.ts";

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
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async () => ({ contents: await chartsModule() }));
  },
};

const isSource = import.meta.url.endsWith(".ts");

let joined: Promise<string> | null = null;

function chartsModule(): Promise<string> {
  return joined ??= isSource
    ? joinCharts()
    : readFile(new URL("../../../tck/charts/mod.js", import.meta.url), "utf8");
}

/** Joins the charts and what they use of d3 to one module, which imports React and the kit. It is the one in a package. */
export async function joinCharts(): Promise<string> {
  const entry = fileURLToPath(new URL("../../../tck/charts/mod.ts", import.meta.url));
  const { outputFiles } = await esbuild.build({
    absWorkingDir: dirname(entry),
    entryPoints: [entry],
    write: false,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "react",
    tsconfigRaw: {},
    external: SHARED_SPECIFIERS.map(({ specifier }) => specifier),
    banner: { js: NOTICE },
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** The licence of d3 asks for its notice in every copy. */
const NOTICE = "/*! Parts of d3, https://d3js.org, Copyright 2010-2026 Mike Bostock, ISC licence */";
