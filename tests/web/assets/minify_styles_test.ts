import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { transform } from "lightningcss";
import { minifyCss, minifyStyles } from "../../../web/assets/minify_styles.ts";
import { RESET_STYLES } from "../../../web/tck-host-mount/reset_styles.ts";
import { BLOCK_STYLES } from "../../../web/tck/blocks/styles/mod.ts";

const MODULES = ["web/tck/blocks/styles/mod.ts", "web/tck-host-mount/reset_styles.ts"];

/** What the modules with styles export in a host asset. */
async function buildStyles(): Promise<{ [name: string]: string }> {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: MODULES.map((path) => `export * from "./${path}";`).join(""),
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    charset: "utf8",
    plugins: [minifyStyles],
  }).finally(() => esbuild.stop());
  return await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(outputFiles[0]!.text)}`);
}

/** A stylesheet as a parser of CSS writes it. */
function normalise(css: string): string {
  const { code } = transform({ filename: "styles.css", code: new TextEncoder().encode(css), minify: true });
  return new TextDecoder().decode(code);
}

Deno.test("the styles of a host asset have the rules of their sources, without comments and line breaks", async () => {
  const built = await buildStyles();
  for (const [name, source] of Object.entries({ BLOCK_STYLES, RESET_STYLES })) {
    assert.equal(normalise(built[name]!), normalise(source), name);
    assert.doesNotMatch(built[name]!, /\/\*|\n/, name);
    assert.ok(
      built[name]!.length < 0.98 * source.length,
      `${name}: ${built[name]!.length} of ${source.length}`,
    );
  }
});

Deno.test("spaces that separate values, selectors and terms of a sum stay", () => {
  const css = `
/* A remark; with { braces }. */
.a > .b,
  .c :is(d) {
  margin: 0 calc(1px + 2px) ;
  &:hover { content: " · "; }
}
`;
  assert.equal(
    minifyCss(css).trim(),
    '.a>.b, .c :is(d){margin:0 calc(1px + 2px);&:hover{content:" · "}}',
  );
});
