import assert from "node:assert/strict";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { openStage } from "./stage_page.ts";

const source = (id: string, imports = "") =>
  `${imports}
export const manifest = { id: "${id}", cardType: "feed", sizes: ["fill-auto"] };
export default function Widget() { return <p>I am ${id}</p>; }
`;

Deno.test("a widget that does not parse and one whose package is missing do not affect the others", async () => {
  await using project = await Project.create({
    "widgets/001_whole/widget.tck.tsx": source("whole"),
    "widgets/002_unfinished/widget.tck.tsx": "export const manifest = { id: ",
    "widgets/003_needy/widget.tck.tsx": source("needy", 'import "not-installed";'),
    "node_modules/.keep": "",
  });
  const preview = await startPreview({ cwd: project.path, port: 0 });
  try {
    await using stage = await openStage(preview.url, "?widget=001_whole");
    await stage.page.locator("article[data-widget-id]", { hasText: "I am whole" }).waitFor();
    for (
      const [name, reason] of [["002_unfinished", /widget\.tck\.tsx/], [
        "003_needy",
        /not-installed/,
      ]] as const
    ) {
      await stage.page.goto(new URL(`?widget=${name}`, preview.url).href);
      await stage.page.locator("html[data-tck-error]").waitFor({ state: "attached" });
      await stage.page.getByText(reason).first().waitFor();
    }
    assert.equal(await stage.page.locator("nav, aside").first().isVisible(), true);
  } finally {
    await preview.close();
  }
});

Deno.test("an error of a source is reported once for each edit, without its stack trace", async () => {
  const file = "widgets/001_broken/widget.tck.tsx";
  await using project = await Project.create({ [file]: source("broken"), "node_modules/.keep": "" });
  const reports: string[] = [];
  const preview = await startPreview({
    cwd: project.path,
    port: 0,
    report: (message) => reports.push(message),
  });
  try {
    await using stage = await openStage(preview.url, "");
    for (const faults of [1, 2]) {
      await project.write(file, source("broken").replace("</p>", "</b>"));
      await stage.page.getByText("Expected `</p>`").first().waitFor({ state: "attached" });
      await stage.page.reload();
      await stage.page.locator("html[data-tck-error]").waitFor({ state: "attached" });
      assert.equal(reports.length, faults, reports.join("\n"));
      assert.match(reports[0]!, /widgets\/001_broken\/widget\.tck\.tsx:3:/);
      assert.doesNotMatch(reports[0]!, /^\s+at /m);
      await project.write(file, source("broken"));
      await stage.page.locator("article p", { hasText: "I am broken" }).waitFor();
    }
  } finally {
    await preview.close();
  }
});
