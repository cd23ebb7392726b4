import { closeSync, fstatSync } from "node:fs";
import { type OpenFile, openFolder, readDescriptor } from "../../../../terminal/files/mod.ts";

/** The kinds of files that a widget's source consists of. */
const SOURCE = /\.(?:[cm]?[jt]sx?|css|json|svg|html)$/;

/** The largest source that is shown, in bytes. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/**
 * Reads a source of a project, for people to look at.
 *
 * @param project the project folder
 * @param file relative to it
 * @returns null when there is no such source, it is outside the project or in a package, or it is larger than 1 MiB
 */
export async function readSource(project: string, file: string): Promise<string | null> {
  const source = openSource(project, file);
  if (source === null) return null;
  const { descriptor, path } = source;
  try {
    const isHidden = path.split("/").some((segment) => segment.startsWith(".") || segment === "node_modules");
    if (isHidden || !SOURCE.test(path) || fstatSync(descriptor).size > MAX_SOURCE_BYTES) return null;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      await readDescriptor(descriptor, MAX_SOURCE_BYTES),
    );
  } finally {
    closeSync(descriptor);
  }
}

function openSource(project: string, file: string): OpenFile | null {
  try {
    using folder = openFolder(project);
    return folder.openFile(file, { links: true });
  } catch {
    return null;
  }
}
