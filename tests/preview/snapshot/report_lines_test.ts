import assert from "node:assert/strict";
import { formatReport } from "../../../preview/server/cli/snapshot_command.ts";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";

const NAME = "001_x\n0 pictures, no problems\u001b[31m\u202e\u2028";

// claim: snapshot-quotes-page
Deno.test("the name of a file writes no line of a report", async () => {
  const diagnostic = { file: NAME, line: 1, column: 1, lineText: NAME, code: "a", message: NAME, hint: NAME };
  const report = {
    diagnostics: [{ ...diagnostic, severity: "error", widget: NAME }],
    problems: [{ path: `dist/${NAME}.tckb`, message: `Cannot read ${NAME}` }],
    renderings: [],
    baseline: {
      findings: [{
        rule: "picture.new",
        severity: "warning",
        message: NAME,
        picture: NAME,
        difference: NAME,
      }],
    },
    errors: 2,
    warnings: 1,
    notes: 0,
  } as unknown as SnapshotReport;
  const lines = (await formatReport(report, ".tck/snapshot")).flatMap((line) => line.split("\n"));
  assert.equal(lines.length, 4 + 1 + 1 + 1, lines.join("\n"));
  assert.equal(lines.at(-1), "0 pictures, 2 errors, 1 warning");
  for (const line of lines.slice(0, -1)) {
    assert.doesNotMatch(line, /^0 pictures/);
    // deno-lint-ignore no-control-regex -- it matches control characters
    assert.doesNotMatch(line, /[\u0000-\u001f\u2028\u202e]/);
  }
});
