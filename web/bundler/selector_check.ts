import { Buffer } from "node:buffer";
import { relative } from "node:path";
import type * as esbuild from "esbuild";
import { isPackageFile, type SourceFiles } from "./source_files.ts";
import { findSelectorFaults } from "./stylesheets.ts";

/** Refuses selectors that match nothing in a widget, while their places in the author's files are known. */
export function checkSelectors(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-check-selectors",
    setup(build) {
      build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => {
        if (!files.owns(path) && !isPackageFile(path)) return null;
        const source = new TextDecoder().decode(await files.read(path));
        const lines = source.split(/\r\n|[\n\r\f]/);
        const errors = findSelectorFaults(source).map(({ line, column, message }) => {
          const lineText = lines[line - 1] ?? "";
          return {
            text: message,
            detail: "stylesheet.root_selector",
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
