import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { execPath } from "node:process";
import { IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import { denoIsolation, type Isolation } from "../../../web/bundler/mod.ts";
import { COMPONENT, ProjectFolder } from "./project_folder.ts";
import { isolations } from "./unchecked_widget.ts";

/** A widget whose manifest would show what another one has done to the language or to React. */
const NEIGHBOUR = `
  import { createElement, useState, version } from "react";
  import { useSize } from "@tck/kit";
  const seen = {
    globals: Object.getOwnPropertyNames(globalThis).length,
    methods: Object.getOwnPropertyNames(Array.prototype).length,
    mapped: [1, 2].map((value) => value + 1),
    year: new Date(0).getUTCFullYear(),
    text: JSON.stringify({ a: 1 }),
    version,
    element: typeof createElement("p").type,
  };
  export const manifest = { id: "neighbour", cardType: "feed", sizes: ["2x2", "4x4"], defaultState: seen };
  export default function Neighbour() {
    const [first] = useState("first");
    if (first !== "first" || typeof useSize() !== "string") throw new Error("React is not itself");
    return <p>{first}</p>;
  }`;

/** A valid widget as it is evaluated. */
const CODE = `export default async () => ({
  manifest: { id: "hello", cardType: "feed", sizes: ["2x2"] },
  default: () => "hello",
});`;

const MANIFEST = `export const manifest = { id: "hostile", cardType: "feed", sizes: ["2x2"] };`;

/** What a widget may do to its isolate, and the code of its own diagnostic if it gets one. */
const HOSTILE: { [what: string]: { source: string; code?: RegExp } } = {
  "001_pollutes-prototypes": {
    source: `${MANIFEST} ${COMPONENT}
      queueMicrotask(() => {
        Array.prototype.map = () => ["polluted"];
        Array.prototype.extra = Object.prototype.extra = true;
        JSON.stringify = JSON.parse = () => "polluted";
      });`,
    code: /^module\.failed$/,
  },
  "002_replaces-globals": {
    source: `${MANIFEST}
      globalThis.extra = true;
      globalThis.Date = class { getUTCFullYear() { return 1; } };
      globalThis.setTimeout = globalThis.Promise = globalThis.Map = undefined;
      ${COMPONENT}`,
    code: /^component\.failed$/,
  },
  "003_breaks-react": {
    source: `import * as React from "react"; ${MANIFEST}
      const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
      internals.H = { useState: () => ["polluted"] };
      Object.defineProperty(internals, "H", { value: internals.H, writable: false });
      ${COMPONENT}`,
    code: /^component\.failed$/,
  },
  "004_never-loads": { source: `${MANIFEST} ${COMPONENT} for (;;);`, code: /^module\.timeout$/ },
  "005_never-renders": {
    source: `${MANIFEST} export default function Hello() { for (;;); }`,
    code: /^component\.timeout$/,
  },
  "006_never-lets-go": {
    source:
      `${MANIFEST} ${COMPONENT} const spin = () => { Promise.resolve().then(spin); }; setTimeout(spin); setInterval(spin);
      await new Promise((resolve) => setTimeout(resolve, 1)); // timer: the widget's own`,
    code: /^module\.timeout$/,
  },
  "007_takes-all-memory": {
    source: `${MANIFEST} ${COMPONENT} const all = []; for (;;) all.push(Array(1e7).fill(0));`,
    // On a busy machine the deadline comes first. That the limit of memory holds is shown in `isolation_test.ts`.
    code: /^module\.(failed|timeout)$/,
  },
  "008_leaves-timers": { source: `${MANIFEST} ${COMPONENT} setInterval(() => { for (;;); });` },
};

/** Milliseconds that a widget may take: those that never end are many. */
const DEADLINE = 5_000;

async function buildAlone(isolation: Isolation, source: string): Promise<string> {
  await using project = await ProjectFolder.create({ "widgets/001_neighbour/widget.tck.tsx": source });
  const { widgets, diagnostics } = await project.build({ isolation });
  assert.deepEqual(diagnostics, []);
  return widgets[0]!.hash!;
}

for (const [runtime, isolation] of await isolations(DEADLINE)) {
  // claim: build-mistakes-contained
  Deno.test(`on ${runtime} no widget changes the result of another, whether it changes globals, hangs, dies or takes all memory`, async () => {
    const alone = await buildAlone(isolation, NEIGHBOUR);
    await using project = await ProjectFolder.create({});
    for (const [index, name] of Object.keys(HOSTILE).entries()) {
      await project.write(`widgets/${name}/widget.tck.tsx`, HOSTILE[name]!.source);
      for (let copy = 0; copy < availableParallelism(); copy++) {
        const neighbour = `${index + 1}0${copy}_neighbour`;
        await project.write(`widgets/${neighbour}/widget.tck.tsx`, NEIGHBOUR);
      }
    }
    const { widgets, diagnostics } = await project.build({ isolation });
    const rejected = Object.entries(HOSTILE).filter(([, { code }]) => code);
    assert.deepEqual(diagnostics.map(({ widget }) => widget), rejected.map(([name]) => name));
    for (const { widget, code } of diagnostics) assert.match(code, HOSTILE[widget!]!.code!, widget!);
    const neighbours = widgets.filter(({ name }) => name.endsWith("_neighbour"));
    assert.equal(neighbours.length, Object.keys(HOSTILE).length * availableParallelism());
    for (const { name, hash } of neighbours) assert.equal(hash, alone, name);
    const bundle = await project.bundle(neighbours[0]!.name);
    for (const { name } of neighbours) {
      assert.deepEqual((await project.bundle(name)).manifest, bundle.manifest, name);
    }
  });
}

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

Deno.test("each widget has an isolate of its own, and no more are started than are expected", async () => {
  const { isolation, started } = countStarts(denoIsolation(execPath));
  const isolates = new IsolatePool(isolation);
  try {
    isolates.expect(6);
    const results = await Promise.all(Array.from({ length: 6 }, () => isolates.evaluate(CODE)));
    const steps = ["loaded", "rendering", "rendered"];
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
