import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { execPath } from "node:process";
import { buildWidget } from "../../../web/bundler/build_widget.ts";
import type { CheckedModule } from "../../../web/bundler/check/mod.ts";
import { type Diagnostic, DiagnosticError } from "../../../web/bundler/diagnostic.ts";
import type { WidgetSource } from "../../../web/bundler/discover/mod.ts";
import type { IsolateTurn } from "../../../web/bundler/evaluate/isolate_pool.ts";
import { IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import { buildProject, denoIsolation, type Isolation } from "../../../web/bundler/mod.ts";
import { DEADLINE, expectNeighboursUnchanged } from "./hostile_neighbours.ts";
import { ProjectFolder } from "./project_folder.ts";

/** A valid widget as it is evaluated. */
const CODE = `export default async () => ({
  manifest: { id: "hello", cardType: "feed", sizes: ["2x2"] },
  default: () => "hello",
});`;

// claim: build-mistakes-contained
Deno.test("on Deno no widget changes the result of another, whether it changes globals, hangs, dies or takes all memory", () =>
  expectNeighboursUnchanged(denoIsolation(execPath, DEADLINE)));

/** The isolation, which counts the isolates that are started. */
function countStarts(isolation: Isolation): { isolation: Isolation; started: () => number } {
  let count = 0;
  const command: Isolation["command"] = (program) => {
    count++;
    return isolation.command(program);
  };
  return { isolation: { ...isolation, command }, started: () => count };
}

Deno.test("an isolate that cannot be started is an error, and not the fault of a widget", async () => {
  const isolates = new IsolatePool({
    command: () => ({ command: "/nowhere/deno", args: [] }),
    deadline: 10_000,
  });
  try {
    const evaluations = Array.from({ length: 5 }, () => isolates.evaluate(CODE));
    const expected = { code: "process.start_failed", message: /\/nowhere\/deno/ };
    await Promise.all(evaluations.map((evaluation) => assert.rejects(evaluation, expected)));
  } finally {
    await isolates.close();
  }
});

Deno.test("after an error that is no widget's, no further widget is begun, and the build ends with it", async () => {
  const begun = 3 * availableParallelism();
  const names = Array.from({ length: begun + 3 }, (_, index) => `${101 + index}_faulty`);
  const files = names.map((name) => [`widgets/${name}/widget.tck.tsx`, "export const = 1;"]);
  await using project = await ProjectFolder.create(Object.fromEntries(files));
  let ended = 0;
  const built = buildProject(project.path, {
    isolation: { command: () => ({ command: "/nowhere/deno", args: [] }), deadline: 10_000 },
    onProgress: () => {
      ended++;
      throw new Error(`The report of widget ${ended} fails`);
    },
  });
  await assert.rejects(built, { message: "The report of widget 1 fails" });
  assert.equal(ended, begun);
});

Deno.test("a widget that is not evaluated ends its turn", async () => {
  let turns = 0;
  const isolates = {
    takeTurn(): IsolateTurn {
      turns++;
      return {
        evaluate: () => Promise.reject(new Error("No isolate")),
        [Symbol.dispose]: () => void turns--,
      };
    },
  };
  const diagnostics = [{ code: "source.syntax" }] as Diagnostic[];
  const checks = [
    () => Promise.reject(new DiagnosticError(diagnostics)),
    () => Promise.resolve({ diagnostics } as unknown as CheckedModule),
  ];
  for (const check of checks) {
    const built = buildWidget({ compiler: { check }, isolates }, {} as WidgetSource);
    assert.equal(turns, 1);
    await assert.rejects(built, { name: "DiagnosticError" });
    assert.equal(turns, 0);
  }
});

Deno.test("a pool whose spares could not be started is closed", async () => {
  const isolates = new IsolatePool({
    command: () => ({ command: "/nowhere/deno", args: [] }),
    deadline: 10_000,
  });
  isolates.expect(2);
  await isolates.close();
  await assert.rejects(isolates.evaluate(CODE), { code: "process.start_failed" });
});

Deno.test("isolates are started ahead for all widgets that are expected, also after some were evaluated", async () => {
  const { isolation, started } = countStarts({
    command: () => ({ command: "/nowhere/deno", args: [] }),
    deadline: 10_000,
  });
  const isolates = new IsolatePool(isolation);
  const ahead = availableParallelism();
  isolates.expect(ahead);
  isolates.expect(2);
  for (let widget = 1; widget <= 2; widget++) {
    using turn = isolates.takeTurn();
    await assert.rejects(turn.evaluate(CODE), { code: "process.start_failed" });
  }
  await isolates.close();
  assert.equal(started(), ahead + 2);
});

Deno.test("each widget has an isolate of its own, and no more are started than are expected", async () => {
  const { isolation, started } = countStarts(denoIsolation(execPath));
  const isolates = new IsolatePool(isolation);
  try {
    isolates.expect(6);
    const results = await Promise.all(Array.from({ length: 6 }, () => isolates.evaluate(CODE)));
    const steps = ["loaded", "rendering", "rendered", "drawn"];
    for (const { lines, end } of results) {
      assert.deepEqual([lines.map((line) => JSON.parse(line).step), end], [steps, null]);
    }
    assert.equal(started(), 6);
  } finally {
    await isolates.close();
  }
});

Deno.test("no isolate is started for a widget that was expected and does not come", async () => {
  const { isolation, started } = countStarts(denoIsolation(execPath));
  const isolates = new IsolatePool(isolation);
  try {
    const ahead = availableParallelism();
    isolates.expect(ahead + 1);
    isolates.takeTurn()[Symbol.dispose]();
    for (let widget = 0; widget < ahead; widget++) await isolates.evaluate(CODE);
    assert.equal(started(), ahead);
  } finally {
    await isolates.close();
  }
});

Deno.test("a pool that keeps a spare starts the next isolate when one is taken", async () => {
  const { isolation, started } = countStarts(denoIsolation(execPath));
  const isolates = new IsolatePool(isolation, true);
  try {
    await isolates.evaluate(CODE);
    await isolates.evaluate(CODE);
    assert.equal(started(), 3);
  } finally {
    await isolates.close();
  }
});
