import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/** Where an installed preview has the script that measures cards: beside this module. */
export const MEASURING_SCRIPT_FILE = "preview/server/snapshot/measuring/measuring_script.txt";

let loaded: Promise<string> | null = null;

/** Loads the script that measures cards, once. The sources build it; a package has it. */
export function loadMeasuringScript(): Promise<string> {
  loaded ??= import.meta.url.endsWith(".ts")
    ? buildMeasuringScript()
    : readFile(new URL("./measuring_script.txt", import.meta.url), "utf8");
  loaded.catch(() => loaded = null);
  return loaded;
}

/** Builds the script for a JavaScript world of its own. It has no imports. */
export async function buildMeasuringScript(): Promise<string> {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: [fileURLToPath(new URL("../../../shell/shots/measure/measuring_world.ts", import.meta.url))],
    write: false,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    tsconfigRaw: {},
    logLevel: "silent",
    plugins: [withoutReact],
  });
  return outputFiles[0]!.text;
}

/** Of the kit, the script has what fits a card, which does not use React. */
const withoutReact: Plugin = {
  name: "tck-without-react",
  setup(build) {
    build.onResolve({ filter: /^react$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};
