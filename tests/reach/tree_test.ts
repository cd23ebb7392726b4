import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isProduction } from "../check/imports.ts";
import { areaOf, SOAK_AREAS } from "../soak/areas.ts";
import { findNoticed, isTestFile, selectTests } from "./select_tests.ts";
import { readSourceGraph } from "./source_graph.ts";
import { PLANTED_FAULTS } from "./planted_faults.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const graph = readSourceGraph(ROOT);
const selectedBy = (file: string) => selectTests(graph, [file]).map(({ test }) => test);
const isIn = (folder: string) => (test: string) => test.startsWith(`tests/${folder}/`);

Deno.test("a change of each production file that is executed selects a test", () => {
  const sources = [...graph.files].filter((file) => isProduction(file) && /\.tsx?$/.test(file));
  assert.ok(sources.length > 500);
  const tests = [...graph.files].filter(isTestFile);
  const noticed = new Set(tests.flatMap((test) => [...findNoticed(graph, test).keys()]));
  const missed = sources.filter((file) =>
    !noticed.has(file) && graph.isExecuted(file) && selectedBy(file).length === 0
  );
  assert.deepEqual(missed, []);
});

Deno.test("a change of the bearers runs the tests of hosts, and none that mounts a card", () => {
  const tests = selectedBy("hosts/auth/bearer.ts");
  assert.ok(tests.some(isIn("hosts/auth")) && tests.some(isIn("hosts/routes")));
  assert.deepEqual(tests.filter((test) => !isIn("hosts")(test)), []);
});

Deno.test("a change of a batch's name runs the tests of what imports it, and no kill, race or hostile card", () => {
  const tests = selectedBy("core/naming/batch_id.ts");
  for (const folder of ["core/naming", "core/commit", "hosts/routes", "web/canvas"]) {
    assert.ok(tests.some(isIn(folder)), folder);
  }
  assert.deepEqual(tests.filter((test) => isIn("crash")(test) || isIn("hosts/doors")(test)), []);
  assert.ok(!tests.includes("tests/web/canvas/loops_test.ts"));
});

Deno.test("a change of the playground runs its tests and those of the site", () => {
  const tests = selectedBy("docs/site/playground/compiler/page_compiler.ts");
  assert.ok(tests.some(isIn("playground")) && tests.some(isIn("site")));
});

Deno.test("a change of a block runs the kit and the samples, and neither canvas nor hosts", () => {
  const tests = selectedBy("web/tck/blocks/badge.tsx");
  assert.ok(tests.some(isIn("web/tck")) && tests.some(isIn("web/projects")));
  assert.deepEqual(tests.filter((test) => isIn("web/canvas")(test) || isIn("hosts")(test)), []);
});

Deno.test("each area of the soak has files, and each soak file has an area", () => {
  const files = [...graph.files].filter((file) => /_soak\.tsx?$/.test(file));
  assert.deepEqual(files.filter((file) => areaOf(file) === null), []);
  for (const area of SOAK_AREAS) {
    assert.ok(files.some((file) => areaOf(file) === area), area.name);
    for (const room of area.rooms) assert.ok(existsSync(join(ROOT, room)), room);
  }
});

Deno.test("for each planted fault a test is selected that notices it", () => {
  assert.ok(PLANTED_FAULTS.length >= 40);
  for (const { file, noticedBy } of PLANTED_FAULTS) {
    assert.ok(isTestFile(noticedBy), noticedBy);
    const isSelected = findNoticed(graph, noticedBy).has(file) || selectedBy(file).includes(noticedBy);
    assert.ok(isSelected, `${file} does not select ${noticedBy}`);
  }
});
