import type { Tckb } from "../../../core/tckb/mod.ts";
import { formatDiagnostic } from "../../../web/bundler/mod.ts";
import { installPackages } from "./installed_packages.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";

/** Where the stylesheet of the one widget stands. */
export const STYLES = "widgets/001_hello/widget.css";

/** A project that has Tailwind installed, with one widget. */
export async function createTailwindProject(
  source: string,
  css: string,
  files: { [file: string]: string } = {},
): Promise<ProjectFolder> {
  const project = await ProjectFolder.create({ [SOURCE]: source, [STYLES]: css, ...files });
  installPackages(project.path, ["tailwindcss", "@tailwindcss/oxide"]);
  return project;
}

/** The bundle of the one widget, which has to be valid. */
export async function bundleOf(project: ProjectFolder): Promise<Tckb> {
  const { diagnostics } = await project.build();
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return await project.bundle("001_hello");
}

/** Builds a valid widget in a project that has Tailwind installed. */
export async function buildTailwindWidget(source: string, css: string): Promise<Tckb> {
  await using project = await createTailwindProject(source, css);
  return await bundleOf(project);
}
