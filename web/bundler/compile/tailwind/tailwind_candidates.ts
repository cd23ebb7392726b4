import { extname, join } from "node:path";
import * as esbuild from "esbuild";
import type { WidgetSource } from "../../discover/mod.ts";
import { guardTexts } from "../sources/guarded_texts.ts";
import type { SourceFiles } from "../sources/source_files.ts";
import type { Tailwind } from "./tailwind_package.ts";

/** What may be a class, and where it is first used. */
export interface Candidate {
  name: string;
  /** The file, relative to the project. */
  file: string;
  /** The whole text of the file. */
  text: string;
  /** The offset in the text, in UTF-16 units. */
  offset: number;
}

const SCANNED = /\.([cm]?[jt]sx?|json|txt)$/;

/** What may be a class in the files of the project that a widget imports, each once, in the order of the alphabet. */
export async function findCandidates(
  files: SourceFiles,
  widget: WidgetSource,
  Scanner: Tailwind["Scanner"],
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  const scanner = new Scanner({ sources: [] });
  for (const file of await findImportedFiles(files, widget)) {
    const text = new TextDecoder().decode(await files.read(join(files.root, file)));
    const input = { content: text, extension: extname(file).slice(1) };
    for (const { candidate: name, position: offset } of scanner.getCandidatesWithPositions(input)) {
      if (!found.has(name)) found.set(name, { name, file, text, offset });
    }
  }
  return [...found.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Follows a widget's imports through the project, past packages, styles and images. */
async function findImportedFiles(files: SourceFiles, widget: WidgetSource): Promise<string[]> {
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: files.root,
      entryPoints: [widget.file],
      outdir: "dist",
      write: false,
      bundle: true,
      metafile: true,
      packages: "external",
      tsconfigRaw: {},
      logLevel: "silent",
      plugins: guardTexts(files, [readScanned(files)]),
    });
    return Object.keys(metafile.inputs).filter((file) => SCANNED.test(file)).sort();
  } catch (error) {
    if (!(error as Partial<esbuild.BuildFailure>).errors) throw error;
    return []; // The widget's own bundle fails in the same way, with the diagnostic.
  }
}

function readScanned(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-scanned-files",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        const isScanned = SCANNED.test(path) && files.owns(path);
        return isScanned
          ? { contents: await files.read(path), loader: "default" }
          : { contents: "", loader: "empty" };
      });
    },
  };
}
