import { cp, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tckb } from "../../../core/tckb/mod.ts";
import { formatDiagnostic } from "../../../web/bundler/mod.ts";
import { installPackages } from "../bundler/installed_packages.ts";
import { ProjectFolder } from "../bundler/project_folder.ts";

const PROJECTS = fileURLToPath(new URL("../../../fixtures/projects/", import.meta.url));

/** The projects under `fixtures/projects/` whose widgets are all valid. */
export const SAMPLE_PROJECTS = ["morning-brief", "workday", "home", "travel", "briefs"] as const;

/** One of them. */
export type SampleProject = typeof SAMPLE_PROJECTS[number];

/** Copies a sample project into a temporary folder, with the packages in its package.json. */
export async function copySampleProject(
  name: SampleProject | "gallery",
): Promise<ProjectFolder> {
  const project = await ProjectFolder.create({});
  await cp(join(PROJECTS, name), project.path, {
    recursive: true,
    filter: (path) => !["dist", "node_modules"].includes(basename(path)),
  });
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(project.path, "package.json"), "utf8"),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies });
  // The host provides the kit; no bundle contains it.
  installPackages(project.path, names.filter((name) => !name.startsWith("@tck/")));
  return project;
}

/** Builds a sample project whose widgets are all valid. Returns their bundles by name, in order. */
export async function buildSampleProject(name: SampleProject): Promise<Map<string, Tckb>> {
  await using project = await copySampleProject(name);
  const { widgets, diagnostics } = await project.build();
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const bundles = await Promise.all(
    widgets.map(async ({ name }) => [name, await project.bundle(name)] as const),
  );
  return new Map(bundles);
}
