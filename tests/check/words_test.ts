import assert from "node:assert/strict";
import { findClauseFaults, findWordFaults } from "./words.ts";

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

Deno.test("a doc comment of production code that begins with a clause without a subject is reported", () => {
  const text =
    "/** So many bytes are read. */\nconst a = 1;\n/**\n * Of those that wait, the first.\n */\n// so many\n/** As {@link a}. */";
  assert.deepEqual(findClauseFaults("hosts/a.ts", text).map(({ line, word }) => [line, word]), [
    [1, "So many"],
    [4, "Of those"],
    [7, "As"],
  ]);
  assert.deepEqual(findClauseFaults("tests/web/a.ts", text), []);
  assert.deepEqual(
    findClauseFaults("core/a.ts", "/** As `a` says. Somebody. */\n/** Whether so many fit. */"),
    [],
  );
});
