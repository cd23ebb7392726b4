import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { LIMITS } from "../../../core/contract/mod.ts";
import { DIAGNOSTIC_CODES } from "../../../web/bundler/mod.ts";

const guide = await readFile(new URL("../../../docs/authoring.md", import.meta.url), "utf8");

Deno.test("the authoring guide explains every diagnostic code, in the code's order", () => {
  const explained = Array.from(guide.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\|/gm), ([, code]) => code);
  assert.deepEqual(explained, [...DIAGNOSTIC_CODES]);
});

Deno.test("the authoring guide states the limits that the bundler has", () => {
  assert.deepEqual([LIMITS.assetBytes, LIMITS.widgetBytes], [256 * 1024, 1024 * 1024]);
  assert.match(guide, /at most 256 KiB each/);
  assert.match(guide, /at most 1 MiB/);
});
