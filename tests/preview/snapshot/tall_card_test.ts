import assert from "node:assert/strict";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";

const WIDGET = `import { Card, CardHeader, defineManifest, Text, useWidgetState } from "@tck/kit";

export const manifest = defineManifest<{ height: number }>({
  id: "tall",
  title: "Tall",
  cardType: "feed",
  sizes: ["fill-auto"],
  defaultState: { height: 20 },
  states: { tall: { height: 40_000 }, taller: { height: 50_000 }, usual: { height: 40 } },
});

export default function Tall() {
  const { height } = useWidgetState(manifest);
  return <Card><CardHeader>Moon</CardHeader><Text>Waxing</Text><div style={{ height }} /></Card>;
}
`;

Deno.test("a card that is higher than a picture is an error of its own, and the others are taken", async () => {
  await using project = await Project.create({
    "widgets/001_tall/widget.tck.tsx": WIDGET,
    "node_modules/.keep": "",
  });
  const { code, stdout } = await runSnapshot(["--cwd", project.path, "--theme", "light", "--json"]);
  const report: SnapshotReport = JSON.parse(stdout);
  assert.equal(code, 1);
  for (const { state, picture, findings } of report.renderings) {
    const isTall = state === "tall" || state === "taller";
    assert.equal(picture === null, isTall, `${state}`);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      isTall ? ["card.failed"] : [],
      JSON.stringify(findings),
    );
    if (!isTall) continue;
    assert.match(
      findings[0]!.message,
      /^The card is [45]0\d\d\d px high, and a picture at most 32000 px: show less in it, such as fewer items, or/,
    );
  }
});
