import assert from "node:assert/strict";
import { findWordFaults } from "./words.ts";

Deno.test("a word that is out is reported with its line and a better one", () => {
  assert.deepEqual(findWordFaults("a.ts", "const a = 1;\n// Builds everything anew."), [
    { file: "a.ts", line: 2, word: "anew", instead: "again" },
  ]);
});

Deno.test("every word of a line is reported, in any case", () => {
  const words = findWordFaults("a.md", "Whoever hears of it is told").map(({ word }) => word);
  assert.deepEqual(words, ["Whoever", "hears", "is told"]);
});

Deno.test("a part of a word does not count, nor does a term of another system", () => {
  assert.deepEqual(
    findWordFaults(
      "a.ts",
      "renewed; ECONNREFUSED; connection refused; wishlist; there is none; report.refused",
    ),
    [],
  );
});
