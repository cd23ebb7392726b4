import assert from "node:assert/strict";
import { findClaimFaults, findMarks, writeFiles } from "./claims.ts";

const TABLE = `
| claim | what holds | tests |
|---|---|---|
| \`no-storage\` | a widget stores nothing, not in \`localStorage\` either | \`web/a_test.ts\`, \`web/b_test.ts\` |
| \`no-requests\` | it sends nothing | \`web/a_test.ts\` |

| assumption | why |
|---|---|
| the operator is trusted | \`root\` reads everything |
`;
const A = `
// claim: no-storage
// claim: no-requests
Deno.test("stores and sends nothing", async () => {
  // claim: no-storage
  await t.step("again", () => {});
});`;
const B = `
for (const name of ["a", "b"]) {
  // claim: no-storage
  testInBrowser(\`\${name}: stores nothing\`, () => {});
}`;
const read = (a = A, b = B) => [...findMarks("web/a_test.ts", a), ...findMarks("web/b_test.ts", b)];

Deno.test("a threat model whose claims all have tests, and whose rows list them, has no fault", () => {
  assert.deepEqual(findClaimFaults(TABLE, read()), []);
});

Deno.test("a claim without a test is a fault, also when only its row lists one", () => {
  assert.deepEqual(findClaimFaults(TABLE, read(A.replace("no-requests", "no-storage"))), [
    'docs/threat-model.md:5: claim "no-requests" has no test: write "// claim: no-requests" above the one that attacks it',
  ]);
});

Deno.test("a mark without a claim is a fault, and an assumption is no claim", () => {
  assert.deepEqual(findClaimFaults(TABLE, read(A, "// claim: root\nDeno.test(")).slice(1), [
    'tests/web/b_test.ts:1: claim "root" is not in docs/threat-model.md',
  ]);
});

Deno.test("a mark is directly above a test, a step or a titled case", () => {
  for (
    const next of [
      "Deno.test(",
      "  await t.step(",
      "  test(",
      'testOnPostgres("a",',
      '  "a case": async () => {',
      '  name: "a case",',
    ]
  ) {
    assert.deepEqual(findMarks("a", `// claim: a\n// claim: b\n${next}`).map((mark) => mark.isAboveTest), [
      true,
      true,
    ]);
  }
  for (
    const next of [
      "",
      "\nDeno.test(",
      "const a = 1;",
      "// Deno.test(",
      "Deno.test.ignore(",
      "  contest.run(1)",
    ]
  ) {
    assert.equal(findMarks("a", `// claim: a\n${next}`)[0]!.isAboveTest, false, next);
  }
  assert.deepEqual(
    findClaimFaults(TABLE, [...read(), ...findMarks("web/a_test.ts", "\n// claim: no-storage\n")]),
    [
      'tests/web/a_test.ts:2: claim "no-storage" is not directly above a test',
    ],
  );
});

Deno.test("a row that lists other files than those of its tests is a fault, and is written", () => {
  const moved = TABLE.replace(", `web/b_test.ts`", "");
  assert.deepEqual(findClaimFaults(moved, read()), [
    'docs/threat-model.md:4: claim "no-storage" does not list its tests: run deno task claims',
  ]);
  assert.equal(writeFiles(moved, read()), TABLE);
});

Deno.test("an id is lower-case words joined by hyphens, and occurs once", () => {
  const faults = findClaimFaults(`| \`No-Storage\` | a | |\n| \`a\` | b | |\n| \`a\` | c | |`, []);
  assert.deepEqual(faults.filter((fault) => !fault.includes("no test")), [
    'docs/threat-model.md:1: claim "No-Storage" is not lower-case words joined by hyphens',
    'docs/threat-model.md:3: claim "a" occurs twice',
  ]);
});
