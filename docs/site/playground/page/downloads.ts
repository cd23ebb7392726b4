import { strToU8, zipSync } from "fflate";
import { projectTemplate } from "virtual:tck/built";
import { parseBundleFileName } from "../../../../core/naming/mod.ts";
import { type SourceFiles, toProjectFiles, WIDGET_NAME } from "./source_files.ts";

/** Saves a file on the visitor's disk. */
export function saveFile(name: string, bytes: Uint8Array, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The project of `pnpm create @tck/widget` with this widget in place of its example, as a ZIP archive. */
export function zipProject(files: SourceFiles): Uint8Array {
  const kept = Object.entries(projectTemplate).filter(([path]) => !path.startsWith("widgets/"));
  const entries = [
    ...kept.map(([path, text]) => [path, strToU8(text)] as const),
    ...toProjectFiles(files),
  ].map(([path, content]) => [`${PROJECT_NAME}/${path}`, content] as const);
  return zipSync(Object.fromEntries(entries), { mtime: ZIP_TIME });
}

/** The folder in the archive. */
const PROJECT_NAME = "my-widgets";

/** The earliest time of the format: the same source gives the same archive. */
const ZIP_TIME = "1980-01-01T00:00:00";

/** The name of a downloaded bundle, which a commit accepts: with the id of its manifest where that can be a part of it. */
export function nameBundle(id: string): string {
  const name = `001_${id}.tckb`;
  return parseBundleFileName(name).ok ? name : `${WIDGET_NAME}.tckb`;
}
