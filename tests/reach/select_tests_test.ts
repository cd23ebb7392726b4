import assert from "node:assert/strict";
import { selectTests } from "./select_tests.ts";
import { createSourceGraph } from "./source_graph.ts";

/** A small tree: two rooms of hosts, a kit with two blocks, a sample, and their tests. */
const TREE: { readonly [file: string]: string } = {
  "deno.json": "{}",
  "docs/kit.md": "",
  "core/naming/mod.ts": `export * from "./kind.ts"; export { parseDate } from "./date.ts";`,
  "core/naming/kind.ts": `export const KINDS = [];`,
  "core/naming/date.ts": `export function parseDate() {}`,
  "hosts/auth/mod.ts": `export { verify } from "./bearer.ts"; export { sign } from "./token.ts";`,
  "hosts/auth/bearer.ts": `import { KINDS } from "../../core/naming/mod.ts"; export function verify() {}`,
  "hosts/auth/token.ts": `export function sign() {}`,
  "hosts/routes/mod.ts": `export { serve } from "./app.ts";`,
  "hosts/routes/app.ts": `import { guard } from "./guard.ts"; export function serve() {}`,
  "hosts/routes/guard.ts": `import { verify } from "../auth/mod.ts"; export function guard() {}`,
  "web/tck/mod.ts": `export { Badge } from "./badge.tsx"; export { Stat } from "./stat.tsx";`,
  "web/tck/badge.tsx": `export function Badge() {}`,
  "web/tck/stat.tsx": `export function Stat() {}`,
  "web/bundler/build.ts": `import { warmUp } from "./warm_up.tsx"; export function build() {}`,
  "web/bundler/warm_up.tsx": `import { Stat } from "@tck/kit"; export function warmUp() {}`,
  "web/canvas/feed.ts": `export const feed = 1;`,
  "web/days/day.ts":
    `import { parseDate } from "../../core/naming/mod.ts"; import { feed } from "../canvas/feed.ts"; export const day = 1;`,
  "fixtures/projects/sample/widget.tck.tsx": `import { Badge } from "@tck/kit";`,
  "tests/core/naming/date_test.ts": `import { parseDate } from "../../../core/naming/mod.ts";`,
  "tests/hosts/auth/bearer_test.ts": `import { verify } from "../../../hosts/auth/mod.ts";`,
  "tests/hosts/auth/token_test.ts": `import { sign } from "../../../hosts/auth/mod.ts";`,
  "tests/hosts/routes/app_test.ts": `import { serve } from "../../../hosts/routes/mod.ts";`,
  "tests/web/tck/stat_test.ts": `import { Stat } from "@tck/kit";`,
  "tests/web/tck/badge_soak.ts": `import { Badge } from "@tck/kit";`,
  "tests/web/bundler/build_test.ts": `import { build } from "../../../web/bundler/build.ts";`,
  "tests/web/bundler/warm_up_test.ts": `import { warmUp } from "../../../web/bundler/warm_up.tsx";`,
  "tests/web/canvas/feed_soak.ts": `import "./feed_test.ts";`,
  "tests/web/canvas/server.ts": `import { serve } from "../../../hosts/routes/mod.ts";`,
  "tests/web/canvas/feed_test.ts":
    `import { feed } from "../../../web/canvas/feed.ts"; import { open } from "./server.ts"; const a = "docs/kit.md";`,
  "tests/web/days/day_test.ts": `import { day } from "../../../web/days/day.ts";`,
  "tests/web/days/page.ts": `import { day } from "../../../web/days/day.ts";`,
  "tests/web/days/page_test.ts": `import "./page.ts";`,
  "tests/web/projects/sample_test.ts":
    `const folder = new URL("../../../fixtures/projects/sample", import.meta.url);`,
  "tests/runner/run_files.ts": "",
};

const graph = createSourceGraph(Object.keys(TREE), (file) => TREE[file]!);
const select = (...changed: string[]) => selectTests(graph, changed).map(({ test }) => test);

Deno.test("a change runs the tests of its room that reach it, by the names that they import", () => {
  assert.deepEqual(select("hosts/auth/token.ts"), ["tests/hosts/auth/token_test.ts"]);
});

Deno.test("a change runs the tests of the rooms that import it themselves", () => {
  assert.deepEqual(select("hosts/auth/bearer.ts"), [
    "tests/hosts/auth/bearer_test.ts",
    "tests/hosts/routes/app_test.ts",
  ]);
});

Deno.test("a change of the core runs its own tests and those that import what imports it themselves", () => {
  assert.deepEqual(select("core/naming/date.ts"), [
    "tests/core/naming/date_test.ts",
    "tests/web/days/day_test.ts",
  ]);
});

Deno.test("what a test only uses around its subject does not select it", () => {
  assert.deepEqual(select("hosts/routes/app.ts"), ["tests/hosts/routes/app_test.ts"]);
  assert.deepEqual(select("web/canvas/feed.ts"), [
    "tests/web/canvas/feed_soak.ts",
    "tests/web/canvas/feed_test.ts",
    "tests/web/days/day_test.ts",
    "tests/web/days/page_test.ts",
  ]);
});

Deno.test("a change of a block runs its soak and the samples that have it", () => {
  assert.deepEqual(select("web/tck/badge.tsx"), [
    "tests/web/projects/sample_test.ts",
    "tests/web/tck/badge_soak.ts",
  ]);
});

Deno.test("a change of a block that the bundler only renders to be warm runs no build", () => {
  assert.deepEqual(select("web/tck/stat.tsx"), [
    "tests/web/bundler/warm_up_test.ts",
    "tests/web/tck/stat_test.ts",
  ]);
});

Deno.test("a test is run when it has changed, what it imports below tests, or a file that one of these names", () => {
  assert.deepEqual(select("tests/hosts/auth/token_test.ts"), ["tests/hosts/auth/token_test.ts"]);
  const ofFeed = ["tests/web/canvas/feed_soak.ts", "tests/web/canvas/feed_test.ts"];
  assert.deepEqual(select("tests/web/canvas/server.ts"), ofFeed);
  assert.deepEqual(select("docs/kit.md"), ofFeed);
  assert.deepEqual(select("fixtures/projects/sample/widget.tck.tsx"), ["tests/web/projects/sample_test.ts"]);
});

Deno.test("what no room's tests reach runs every test that reaches it in any way", () => {
  assert.deepEqual(select("core/naming/kind.ts"), [
    "tests/hosts/auth/bearer_test.ts",
  ], "of a room that imports it");
  const further = createSourceGraph(
    [...Object.keys(TREE).filter((file) => file !== "tests/hosts/auth/bearer_test.ts")],
    (file) => TREE[file]!,
  );
  assert.deepEqual(selectTests(further, ["core/naming/kind.ts"]).map(({ test }) => test), [
    "tests/hosts/routes/app_test.ts",
    "tests/web/canvas/feed_soak.ts",
    "tests/web/canvas/feed_test.ts",
  ]);
});

Deno.test("packages, settings and the runner concern every test", () => {
  const all = Object.keys(TREE).filter((file) => /_(?:test|soak)\./.test(file)).sort();
  for (const file of ["deno.json", "tests/runner/run_files.ts"]) assert.deepEqual(select(file), all, file);
});

Deno.test("each selected test has the path on which it reaches the change", () => {
  const [, routes] = selectTests(graph, ["hosts/auth/bearer.ts"]);
  assert.deepEqual(routes!.path, [
    "tests/hosts/routes/app_test.ts",
    "hosts/routes/app.ts",
    "hosts/routes/guard.ts",
    "hosts/auth/bearer.ts",
  ]);
});
