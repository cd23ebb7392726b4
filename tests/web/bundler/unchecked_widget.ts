import process from "node:process";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { BundledModule } from "../../../web/bundler/bundled_module.ts";
import { compileWidget } from "../../../web/bundler/compile.ts";
import { evaluateWidget } from "../../../web/bundler/evaluate.ts";
import { EvaluationPool } from "../../../web/bundler/evaluation_pool.ts";
import { denoIsolation, type Isolation, nodeIsolation } from "../../../web/bundler/mod.ts";
import { SourceFiles } from "../../../web/bundler/source_files.ts";
import { findNode } from "../../packages/mod.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";

/** The isolation of each runtime, with a deadline in milliseconds that only an endless widget meets. */
export async function isolations(deadline: number = 120_000): Promise<[runtime: string, Isolation][]> {
  return [
    ["Deno", denoIsolation(process.execPath, deadline)],
    ["Node 24.14.1", nodeIsolation(await findNode(), deadline)],
  ];
}

/** Evaluates a widget that the rules on its source would refuse before it runs. */
export async function evaluateUnchecked(isolation: Isolation, source: string): Promise<WidgetManifest> {
  await using project = await ProjectFolder.create({ [SOURCE]: source });
  const widget = { name: "001_hello", folder: "widgets/001_hello", file: SOURCE };
  const { module, map } = await compileWidget(new SourceFiles(project.path), widget);
  const pool = new EvaluationPool(isolation);
  try {
    return await evaluateWidget(pool, new BundledModule(widget, module, map));
  } finally {
    await pool.close();
  }
}
