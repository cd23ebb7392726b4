import { readFile } from "node:fs/promises";
import { tokenizer } from "acorn";
import type * as esbuild from "esbuild";

/** Leaves out what is for readers in the styles of modules that end in `_styles.ts`: esbuild does not change texts. */
export const minifyStyles: esbuild.Plugin = {
  name: "tck-minify-styles",
  setup(build) {
    build.onLoad({ filter: /_styles\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const { code } = await build.esbuild.transform(source, { loader: "ts", charset: "utf8" });
      return { contents: minifyTemplates(code), loader: "js" };
    });
  },
};

/** The module with less in its template literals, which are styles. */
function minifyTemplates(code: string): string {
  let minified = "";
  let from = 0;
  for (const { type, start, end } of tokenizer(code, { ecmaVersion: "latest", sourceType: "module" })) {
    if (type.label !== "template") continue;
    minified += code.slice(from, start) + minifyCss(code.slice(start, end));
    from = end;
  }
  return minified + code.slice(from);
}

/**
 * A part of a stylesheet without comments, without spaces around braces, semicolons and `>` and after the names of properties, and
 * without zeros before a point.
 */
export function minifyCss(css: string): string {
  return withoutComments(css)
    .replace(/\s+/g, " ")
    .replace(/ ?([{};>]) ?/g, "$1")
    .replace(/([{;(][\w-]+): /g, "$1:")
    .replaceAll(";}", "}")
    .replace(/(?<![\w.])0(?=\.\d)/g, "");
}

function withoutComments(css: string): string {
  let kept = "";
  let from = 0;
  for (let start = css.indexOf("/*"); start !== -1; start = css.indexOf("/*", from)) {
    kept += css.slice(from, start);
    const end = css.indexOf("*/", start + 2);
    from = end === -1 ? css.length : end + 2;
  }
  return kept + css.slice(from);
}
