import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import type { Isolation } from "../../../web/bundler/mod.ts";
import { COMPONENT, ProjectFolder } from "./project_folder.ts";

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
export const DEADLINE = 5_000;

async function buildAlone(isolation: Isolation, source: string): Promise<string> {
  await using project = await ProjectFolder.create({ "widgets/001_neighbour/widget.tck.tsx": source });
  const { widgets, diagnostics } = await project.build({ isolation });
  assert.deepEqual(diagnostics, []);
  return widgets[0]!.hash!;
}

/** Asserts that no widget changes the result of another, whatever it does to its isolate. */
export async function expectNeighboursUnchanged(isolation: Isolation): Promise<void> {
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
}
