import process from "node:process";
import * as esbuild from "esbuild";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { createEvaluatedCode } from "../../../web/bundler/check/check_module.ts";
import { ModuleTree } from "../../../web/bundler/check/module_tree.ts";
import { compileWidget } from "../../../web/bundler/compile/mod.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";
import { evaluateWidget, IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import { denoIsolation, type Isolation, nodeIsolation } from "../../../web/bundler/mod.ts";
import { findNode } from "../../packages/mod.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";

/** The isolation of each runtime, with a deadline in milliseconds that only an endless widget reaches. */
export async function isolations(deadline: number = 120_000): Promise<[runtime: string, Isolation][]> {
  return [
    ["Deno", denoIsolation(process.execPath, deadline)],
    ["Node 24.14.1", nodeIsolation(await findNode(), deadline)],
  ];
}

/** Evaluates a widget that the rules on its source would reject before it runs. */
export async function evaluateUnchecked(isolation: Isolation, source: string): Promise<WidgetManifest> {
  await using project = await ProjectFolder.create({ [SOURCE]: source });
  const compiled = await compileWidget(widgetSource(project.path, "001_hello"));
  await esbuild.stop();
  const evaluatedCode = createEvaluatedCode(new ModuleTree(compiled));
  const isolates = new IsolatePool(isolation);
  try {
    const checked = { ...compiled, evaluatedCode, manifestPlaces: null };
    return (await evaluateWidget(isolates, checked)).manifest;
  } finally {
    await isolates.close();
  }
}
