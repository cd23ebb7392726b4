import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BuildOptions,
  buildProject,
  type BuildReport,
  defaultIsolation,
  formatDiagnostic,
} from "../../web/bundler/mod.ts";

const SAMPLE_PROJECT = fileURLToPath(new URL("../../fixtures/projects/morning-brief", import.meta.url));

/**
 * Copies the sample project to a workspace as an agent would leave it, and builds it there. Widgets that have not changed
 * since the last build are not built again.
 */
export async function buildSampleProject(
  workspace: string,
  options: Pick<BuildOptions, "onProgress"> = {},
): Promise<BuildReport> {
  const project = join(workspace, "widget-batch");
  await mkdir(project, { recursive: true });
  await rm(join(project, "widgets"), { recursive: true, force: true });
  await cp(SAMPLE_PROJECT, project, { recursive: true });
  return await buildProject(project, { ...options, isolation: defaultIsolation() });
}

/**
 * Builds the sample project in a temporary folder.
 *
 * @returns the envelopes, in the order of the widgets' names
 */
export async function buildSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]> {
  const workspace = await mkdtemp(join(tmpdir(), "tck-sample-"));
  try {
    const { diagnostics, outputDirectory, widgets } = await buildSampleProject(workspace);
    if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    const read = async (name: string) =>
      new Uint8Array(await readFile(join(outputDirectory, `${name}.tckb`)));
    return await Promise.all(widgets.map(({ name }) => read(name)));
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
