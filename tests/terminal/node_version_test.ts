import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  checkNodeVersion,
  loadAndRunCommand,
  MIN_NODE_VERSION,
  NodeVersionError,
  type Terminal,
} from "../../terminal/mod.ts";

for (const node of ["24.14.1", "24.14.2", "24.15.0", "25.0.0", "100.0.0", "24.14.1-nightly2026"]) {
  Deno.test(`Node ${node} runs the programs`, () => checkNodeVersion({ node }));
}

for (const node of ["24.14.0", "24.9.9", "22.30.2", "20.20.2", "9.11.2"]) {
  Deno.test(`Node ${node} is rejected by its version`, () => {
    assert.throws(() => checkNodeVersion({ node }), (error: Error) => {
      assert.ok(error instanceof NodeVersionError);
      assert.match(
        error.message,
        new RegExp(`^Cannot run on Node ${node}: Node ${MIN_NODE_VERSION} or later is needed`),
      );
      return true;
    });
  });
}

Deno.test("a command is not loaded on a Node that is too old, and the reason is one line", async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const terminal: Terminal = { print: write, note: write, warn: write, progress: () => {} };
  const load = () => Promise.reject(new SyntaxError("Unexpected identifier"));
  assert.equal(await loadAndRunCommand(load, ["check"], terminal, { node: "20.20.2" }), 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^error: Cannot run on Node 20\.20\.2: /);
});

Deno.test("Deno runs the programs, whichever Node version it states", () =>
  checkNodeVersion({ deno: "2.9.6", node: "20.0.0" }));

Deno.test("the template of a new project requires the same Node version", async () => {
  const template = new URL("../../web/scaffold/template/package.json", import.meta.url);
  assert.equal(JSON.parse(await readFile(template, "utf8")).engines.node, `>=${MIN_NODE_VERSION}`);
});
