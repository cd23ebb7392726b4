import { basename } from "node:path";
import type * as esbuild from "esbuild";
import { quote } from "../../../../core/errors/mod.ts";
import type { MessageDetail } from "../esbuild/message_detail.ts";

/** The message for what a widget must not import. */
export function importForbidden(path: string): esbuild.PartialMessage {
  return { text: `${quote(path)} cannot be imported by a widget`, detail: "import.forbidden" };
}

/** The message for a file that is neither the project's nor a package's. */
export function fileForbidden(path: string): esbuild.PartialMessage {
  const detail: MessageDetail = {
    code: "import.forbidden",
    hint:
      "Import a file of the project, of a package that is installed in it, or of a package of its workspace; " +
      "a link to a folder elsewhere does not count",
  };
  return { ...importForbidden(path), detail };
}

const WHAT_FILES_ARE = "a .txt file is a text, and an image or a font is a data URL";

/** The message for a query such as `?raw`, by which other bundlers make something else of a file. */
export function queryForbidden(path: string): esbuild.PartialMessage {
  const detail: MessageDetail = {
    code: "import.forbidden",
    hint: `Import the file without the query: ${WHAT_FILES_ARE}`,
  };
  return { text: `${quote(path)} has a query, which is not possible in a widget`, detail };
}

/** The message for an import attribute that would make something else of a file. */
export function attributeForbidden(name: string, value: string): esbuild.PartialMessage {
  const detail: MessageDetail = {
    code: "import.forbidden",
    hint: `Import the file without the attribute: ${WHAT_FILES_ARE}`,
  };
  const text = `the import attribute ${quote(`${name}: ${value}`)} is not possible in a widget, ` +
    `only "type: json" of a .json file`;
  return { text, detail };
}

/** The message for a file without an ending, which esbuild would take for JavaScript, in esbuild's own words. */
export function noLoader(path: string): esbuild.PartialMessage {
  return { text: `No loader is configured for files without an ending: ${quote(basename(path))}` };
}
