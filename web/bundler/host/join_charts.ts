import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";

/** Joins the charts and what they use of d3 to one module, which imports React and the kit. It is the one in a package. */
export async function joinCharts(): Promise<string> {
  const entry = fileURLToPath(new URL("../../tck/charts/mod.ts", import.meta.url));
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
