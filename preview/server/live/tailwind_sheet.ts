import * as esbuild from "esbuild";
import { embedAssets } from "../../../web/bundler/assets.ts";
import { WIDGET_SOURCE } from "../../../web/bundler/project.ts";
import { readOnce, SourceFiles } from "../../../web/bundler/source_files.ts";
import { resolveStyleEntries } from "../../../web/bundler/style_entry.ts";
import { compileTailwind } from "../../../web/bundler/tailwind.ts";

/**
 * Compiles a stylesheet that uses Tailwind as the build does, for the classes in what one widget imports.
 *
 * @param project the project folder, as a real path
 * @param name the widget's folder
 * @param path the stylesheet
 * @throws when the stylesheet is refused, or does not compile
 */
export async function compileTailwindSheet(project: string, name: string, path: string): Promise<string> {
  const files = new SourceFiles(project);
  const folder = `widgets/${name}`;
  const widget = { name, folder, file: `${folder}/${WIDGET_SOURCE}` };
  const { outputFiles } = await esbuild.build({
    absWorkingDir: project,
    entryPoints: [path],
    outdir: "dist",
    write: false,
    bundle: true,
    tsconfigRaw: {},
    // Class names are the dev server's to make.
    loader: { ".css": "css", ".module.css": "css" },
    plugins: [resolveStyleEntries, embedAssets(files), compileTailwind(files, widget), readOnce(files)],
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}
