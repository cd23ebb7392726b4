import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { findImportCircles } from "./import_circles.ts";
import { parseImports, readImports } from "./imports.ts";

Deno.test("no files of the project, its tests included, import each other in a circle", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const imports = await readImports(root);
  assert.ok(imports.some(({ file }) => file === "tests/check/import_circles_test.ts"), "tests are not read");
  assert.deepEqual(findImportCircles(imports), []);
});

const importsOf = (sources: { readonly [file: string]: string }) =>
  Object.entries(sources).flatMap(([file, source]) => parseImports(file, source));

Deno.test("a circle is found and reported once, in the order of its imports", () => {
  const imports = importsOf({
    "core/a.ts": 'import { b } from "./b.ts";',
    "core/b.ts": 'export { c } from "./c.ts";',
    "core/c.ts": 'const a = await import("./a.ts");',
    "core/entry.ts": 'import "./a.ts";',
  });
  assert.deepEqual(findImportCircles(imports), [["core/a.ts", "core/b.ts", "core/c.ts"]]);
});

Deno.test("a circle of types counts", () => {
  const imports = importsOf({
    "core/a.ts": 'import type { B } from "./b.ts";',
    "core/b.ts": 'import type { A } from "./a.ts";',
  });
  assert.deepEqual(findImportCircles(imports), [["core/a.ts", "core/b.ts"]]);
});

Deno.test("a file that imports itself is a circle", () => {
  assert.deepEqual(findImportCircles(importsOf({ "core/a.ts": 'import "./a.ts";' })), [["core/a.ts"]]);
});

Deno.test("two files that import a third one are no circle", () => {
  const imports = importsOf({
    "core/a.ts": 'import "./b.ts"; import "./c.ts";',
    "core/b.ts": 'import "./c.ts";',
    "core/c.ts": 'import "node:fs";',
  });
  assert.deepEqual(findImportCircles(imports), []);
});
