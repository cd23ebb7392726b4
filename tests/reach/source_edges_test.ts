import assert from "node:assert/strict";
import { readEdges } from "./source_edges.ts";

const read = (source: string, file = "hosts/a/b.ts") => readEdges(file, source);

Deno.test("an import leads to a file with the names that it takes, and types are left out", () => {
  const { modules } = read(`
    import first, { second, type Third, fourth as other } from "../../core/x.ts";
    import type { Fifth } from "../../core/y.ts";
    import { type Sixth } from "../../core/z.ts";
    import * as all from "./c.ts";
    import { kit } from "@tck/kit";
    import { assert } from "node:assert";
  `);
  assert.deepEqual(
    modules.map(({ target, names }) => [target, names?.map(({ name }) => name) ?? "all"]),
    [
      ["core/x.ts", ["second", "fourth", "default"]],
      ["hosts/a/c.ts", "all"],
      ["web/tck/mod.ts", ["kit"]],
    ],
  );
});

Deno.test("imports over several lines, dynamic ones and those for their effects alone are found; comments are not read", () => {
  const { modules } = read(`
    import {
      first,
      second,
    } from "./c.ts";
    import "./d.ts";
    const { e } = await import("./e.ts");
    const f = import.meta.resolve("./f.ts");
    // import { g } from "./g.ts";
    /* import { h } from "./h.ts"; */
  `);
  assert.deepEqual(modules.map(({ target }) => target), [
    "hosts/a/c.ts",
    "hosts/a/d.ts",
    "hosts/a/e.ts",
    "hosts/a/f.ts",
  ]);
});

Deno.test("what a file defines and what it only passes on are distinguished", () => {
  const { modules, defined } = read(`
    export { a, b as c } from "./c.ts";
    export * from "./d.ts";
    export async function e() {}
    export abstract class F {}
    export const g = 1;
    const h = 2;
    export { h as i };
    export default g;
    export type J = string;
  `);
  assert.deepEqual([...defined].sort(), ["F", "default", "e", "g", "i"]);
  assert.deepEqual(modules, [
    { target: "hosts/a/c.ts", names: [{ name: "a", as: "a" }, { name: "b", as: "c" }], isReexport: true },
    { target: "hosts/a/d.ts", names: null, isReexport: true },
  ]);
});

Deno.test("texts that could be paths are found, also behind a variable, and those of @reads comments", () => {
  const { paths } = read(`
    // @reads fixtures/projects/
    const a = new URL("../../docs/kit.md", import.meta.url);
    const b = \`\${ROOT}preview/server/main.ts\`;
    const c = join(ROOT, "fixtures/tckb");
    const d = "a sentence / with a slash";
  `);
  assert.deepEqual(paths, [
    "fixtures/projects/",
    "../../docs/kit.md",
    "preview/server/main.ts",
    "fixtures/tckb",
  ]);
});
