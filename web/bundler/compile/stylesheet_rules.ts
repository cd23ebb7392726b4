import { Buffer } from "node:buffer";
import { relative } from "node:path";
import type * as esbuild from "esbuild";
import type { SourceFiles } from "./source_files.ts";
import { findStylesheetFaults } from "./stylesheets.ts";

/** Rejects rules that have no effect in a widget, while their places in the author's files are known. */
export function checkStylesheets(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-check-stylesheets",
    setup(build) {
      build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
        if (!files.allows(path)) return null;
        const source = new TextDecoder().decode(await files.read(path));
        const lines = source.split(/\r\n|[\n\r\f]/);
        const errors = findStylesheetFaults(source).map(({ code, line, column, message }) => {
          const lineText = lines[line - 1] ?? "";
          return {
            text: message,
            detail: code,
            // esbuild counts columns in bytes.
            location: {
              file: relative(files.root, path),
              line,
              column: Buffer.byteLength(lineText.slice(0, column - 1)),
              lineText,
            },
          };
        });
        return errors.length > 0 ? { errors } : null;
      });
    },
  };
}
