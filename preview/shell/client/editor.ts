import type { LiveWidget } from "../../protocol.ts";

/** A place in a source of the project. */
export interface EditorPlace {
  /** Relative to the project. */
  readonly file: string;
  readonly line?: number | null;
  readonly column?: number | null;
}

/** Opens a place in the editor of the machine on which the preview runs: Vite finds which one is running there. */
export async function openInEditor(project: string, { file, line, column }: EditorPlace): Promise<void> {
  const place = [`${project}/${file}`, line ?? 1, column ?? 1].join(":");
  await fetch(`/__open-in-editor?file=${encodeURIComponent(place)}`);
}

/** The absolute path of the project, with forward slashes; null when it has no widgets. */
export function projectFolder([widget]: readonly LiveWidget[]): string | null {
  if (widget === undefined || !widget.moduleUrl.startsWith(FILE_PREFIX)) return null;
  const path = widget.moduleUrl.slice(FILE_PREFIX.length).replaceAll("%25", "%");
  const absolute = /^[A-Za-z]:\//.test(path) ? path : `/${path}`;
  return absolute.slice(0, -widget.file.length - 1);
}

/** The path prefix of files in the dev server's URLs. */
const FILE_PREFIX = "/@fs/";
