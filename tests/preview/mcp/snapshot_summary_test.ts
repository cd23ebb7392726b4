import assert from "node:assert/strict";
import type { CardProblem, Rendering } from "../../../preview/server/snapshot/mod.ts";
import { summariseSnapshot } from "../../../preview/server/mcp/snapshot_summary.ts";

/** Pictures of one widget, each of which shows these problems. */
function renderings(count: number, findings: readonly CardProblem[]): Rendering[] {
  return Array.from({ length: count }, (_, index) =>
    ({
      widget: "001_a",
      size: "2x2",
      width: null,
      theme: "light",
      locale: "en",
      state: `state ${index} ${"s".repeat(5_000)}`,
      findings,
    }) as unknown as Rendering);
}

const problem = (message: string, severity: CardProblem["severity"]): CardProblem =>
  ({ rule: "console.error", severity, message, element: null, pixels: null }) as CardProblem;

Deno.test("the answer of a snapshot has at most 30 findings, errors first, with the first pictures of each, and short texts", () => {
  const warnings = Array.from(
    { length: 300 },
    (_, index) => problem(`${index} ${"w".repeat(20_000)}`, "warning"),
  );
  const summary = summariseSnapshot(renderings(120, [...warnings, problem("the last", "error")])) as {
    findings: { message: { untrustedWidgetText: string }; pictures: unknown[]; morePictures: number }[];
    moreFindings: number;
    errors: number;
    warnings: number;
  };
  assert.deepEqual([summary.errors, summary.warnings], [1, 300]);
  assert.deepEqual([summary.findings.length, summary.moreFindings], [30, 271]);
  assert.equal(summary.findings[0]!.message.untrustedWidgetText, "the last");
  for (const { message, pictures, morePictures } of summary.findings) {
    assert.deepEqual([pictures.length, morePictures], [12, 108]);
    assert.ok(message.untrustedWidgetText.length <= 1_001);
  }
});

Deno.test("what fits is whole", () => {
  const summary = summariseSnapshot(renderings(3, [problem("one", "warning")])) as {
    findings: { pictures: unknown[]; morePictures: number }[];
    moreFindings: number;
  };
  assert.deepEqual([summary.findings.length, summary.moreFindings], [1, 0]);
  assert.deepEqual([summary.findings[0]!.pictures.length, summary.findings[0]!.morePictures], [3, 0]);
});

// claim: mcp-marks-widget-text
Deno.test("what a card lacks reaches an agent in marked texts only", () => {
  const lost: CardProblem = {
    ...problem("Table does not show its column “Due”", "warning"),
    missing: ["“Due”"],
  };
  const text = JSON.stringify(summariseSnapshot(renderings(1, [lost])));
  assert.match(text, /"untrustedWidgetText":"Table does not show its column “Due”"/);
  assert.equal(text.split("Due").length, 2);
});
