import assert from "node:assert/strict";
import { findImportsPastFaces } from "./import_faces.ts";
import { parseImports } from "./imports.ts";

const FILES = new Set(["core/mod.ts", "core/naming/mod.ts", "core/naming/kind.ts", "preview/protocol.ts"]);

const facesOf = (file: string, source: string) =>
  findImportsPastFaces(parseImports(file, source), FILES).map(({ rule }) => rule);

Deno.test("a file of another top-level folder is imported by its folder's mod.ts only", () => {
  const source = 'import type { BatchKind } from "../../core/naming/kind.ts";';
  assert.deepEqual(facesOf("hosts/commit/a.ts", source), [
    "another top-level folder is imported by its face, core/naming/mod.ts",
  ]);
});

Deno.test("a mod.ts may be imported from anywhere", () => {
  assert.deepEqual(facesOf("hosts/commit/a.ts", 'import { isKind } from "../../core/naming/mod.ts";'), []);
});

Deno.test("within a top-level folder a file may be imported", () => {
  assert.deepEqual(facesOf("core/commit/a.ts", 'import { isKind } from "../naming/kind.ts";'), []);
});

Deno.test("a file in a folder without a mod.ts may be imported", () => {
  assert.deepEqual(facesOf("web/a.ts", 'import type { Feed } from "../preview/protocol.ts";'), []);
});

Deno.test("a stylesheet has no face", () => {
  assert.deepEqual(facesOf("preview/shell/a.ts", 'import url from "../../core/naming/style.css";'), []);
});
