import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { execPath } from "node:process";
import * as esbuild from "esbuild";
import { EvaluationPool } from "../../../web/bundler/evaluation_pool.ts";
import { IsolatedProcess } from "../../../web/bundler/isolated_process.ts";
import { denoIsolation, type Isolation } from "../../../web/bundler/mod.ts";
import { COMPONENT, ProjectFolder } from "./project_folder.ts";
import { isolations } from "./unchecked_widget.ts";

/** A widget whose manifest and markup would show what another one has done to the language or to React. */
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
const CODE = `(async () => ({
  manifest: { id: "hello", cardType: "feed", sizes: ["2x2"] },
  default: () => "hello",
}))`;

const MANIFEST = `export const manifest = { id: "hostile", cardType: "feed", sizes: ["2x2"] };`;

/** What a widget may do to whatever it shares with the next one, and the code of its own diagnostic if it gets one. */
const HOSTILE: { [what: string]: { source: string; code?: RegExp } } = {
  "001_pollutes-prototypes": {
    source: `${MANIFEST} ${COMPONENT}
      queueMicrotask(() => {
        Array.prototype.map = () => ["polluted"];
        Array.prototype.extra = Object.prototype.extra = true;
        JSON.stringify = JSON.parse = () => "polluted";
      });`,
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
      await new Promise((resolve) => setTimeout(resolve, 1));`,
    code: /^module\.timeout$/,
  },
  "007_takes-all-memory": {
    source: `${MANIFEST} ${COMPONENT} const all = []; for (;;) all.push(Array(1e7).fill(0));`,
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
  Deno.test(`on ${runtime} no widget changes what becomes of another`, async () => {
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
    const refused = Object.entries(HOSTILE).filter(([, { code }]) => code);
    assert.deepEqual(diagnostics.map(({ widget }) => widget), refused.map(([name]) => name));
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

Deno.test("a process is handed the next widget while it evaluates one, and what ends it there is not the next one's", async () => {
  const process = new IsolatedProcess(denoIsolation(execPath, 2_500));
  try {
    const [valid, endless, next] = await Promise.all([
      process.evaluate(CODE, "production"),
      process.evaluate("(async () => { for (;;); })", "production"),
      process.evaluate(CODE, "production"),
    ]);
    assert.deepEqual([valid.outcome, valid.isFirst, valid.answers.length], ["ended", true, 2]);
    assert.deepEqual([endless.outcome, endless.isFirst, endless.answers.length], ["timeout", false, 0]);
    assert.deepEqual([next.outcome, next.isFirst, next.answers.length], ["unheard", false, 0]);
  } finally {
    await process.close();
    await esbuild.stop();
  }
});

Deno.test("a widget whose process cannot be started is told why, however many there are", async () => {
  const pool = new EvaluationPool({ ...denoIsolation(execPath), command: "/nowhere/deno" });
  try {
    const results = await Promise.all(
      Array.from({ length: 5 }, () => pool.evaluate(CODE, "production")),
    );
    for (const { outcome, detail } of results) {
      assert.equal(outcome, "crashed");
      assert.match(detail, /\/nowhere\/deno/);
    }
  } finally {
    await pool.close();
    await esbuild.stop();
  }
});

Deno.test("every widget of many is evaluated once processes have been replaced", async () => {
  const pool = new EvaluationPool(denoIsolation(execPath));
  try {
    const results = await Promise.all(
      Array.from({ length: 230 }, () => pool.evaluate(CODE, "production")),
    );
    assert.deepEqual([...new Set(results.map(({ outcome, answers }) => `${outcome} ${answers.length}`))], [
      "ended 2",
    ]);
  } finally {
    await pool.close();
    await esbuild.stop();
  }
});
