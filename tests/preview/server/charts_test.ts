import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { openStage } from "./stage_page.ts";

const SOURCE = "widgets/001_wind/widget.tck.tsx";

const source = (label: string) =>
  `import { Card, Heading } from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
export const manifest = { id: "wind", cardType: "feed", sizes: ["fill-auto"] };
const hours = [{ at: "2026-03-04T06:00:00Z", wind: 3 }, { at: "2026-03-04T07:00:00Z", wind: 5 }];
export default function Wind() {
  return (
    <Card>
      <Heading>Wind</Heading>
      <BarChart label="${label}" data={hours} index="at" categories={["wind"]} />
    </Card>
  );
}
`;

Deno.test("charts are drawn in the live preview, in the card's own context, and edited without a reload", async () => {
  await using project = await Project.create({ [SOURCE]: source("Wind by the hour") });
  const preview = await startPreview({ cwd: project.path, port: 0 });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await using stage = await openStage(preview.url, "?widget=001_wind");
  const chart = stage.page.locator("article[data-widget-id] figure");
  await chart.getByText("Wind by the hour").waitFor({ state: "attached" });
  const [bars, drawn, room] = await chart.evaluate((figure) => {
    const svg = figure.querySelector("svg")!;
    return [svg.querySelectorAll("path").length, svg.getAttribute("width"), `${figure.clientWidth}`];
  });
  assert.equal(bars, 2);
  assert.equal(drawn, room);
  await writeFile(join(project.path, SOURCE), source("Gusts by the hour"));
  await chart.getByText("Gusts by the hour").waitFor({ state: "attached" });
  assert.equal(stage.loads(), 1);
  assert.deepEqual(stage.errors, []);
});
