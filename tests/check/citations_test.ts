import assert from "node:assert/strict";
import { findCitations, hasPlace } from "./citations.ts";

Deno.test("a citation is found with all its places, also over two lines of a comment", () => {
  const text = `
/**
 * Reads it (lifecycle specification, §4, bundle route
 * rules 2 and 3). Later (preview specification,
 * §2 and "Language controls"). And lifecycle specification, D.2; §9 is of another.
 */`;
  assert.deepEqual(findCitations(text), [
    { specification: "lifecycle", place: "§4" },
    { specification: "preview", place: "§2" },
    { specification: "preview", place: '"Language controls"' },
    { specification: "lifecycle", place: "D.2" },
  ]);
});

Deno.test("a place is a heading, a rule, or words of the text", () => {
  const specification =
    "# Title\n\n## 4. Routes\n\n1. One\n\n### Phase B: committing\n\n#### B.2 Commit\n\nWith\nmany words.\n";
  for (const place of ["§4", "phase B", "B.2", "rule 1", '"with many"']) {
    assert.ok(hasPlace(specification, place), place);
  }
  for (const place of ["§5", "phase C", "B.1", "rule 2", '"few words"']) {
    assert.ok(!hasPlace(specification, place), place);
  }
});
