import assert from "node:assert/strict";
import { join } from "node:path";
import { openPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";

const WIDGET = `import { defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "a", cardType: "grid", sizes: ["1x1"] });
type Unused = {};
export default function Located() { return <p>Here</p>; }`;

Deno.test("a line of a stack has its place in the source, in a folder whose name needs escapes in an address", async () => {
  for (const folder of ["my wïdgets 任务", "100% (copy)"]) {
    await using project = await Project.create({
      [`${folder}/widgets/001_a/widget.tck.tsx`]: WIDGET,
      [`${folder}/node_modules/.keep`]: "",
    });
    const preview = await openPreview({ cwd: join(project.path, folder), port: 0, report: () => {} });
    try {
      const url = new URL(preview.liveWidgets()[0]!.moduleUrl, preview.url);
      const code = await (await fetch(url)).text();
      const lines = code.split("\n");
      const line = lines.findIndex((text) => text.includes("function Located"));
      const column = lines[line]!.indexOf("Located") + 1;
      assert.deepEqual(
        await preview.sources.locate([`Error\n    at Located (${url.href}:${line + 1}:${column})`]),
        { file: "widgets/001_a/widget.tck.tsx", line: 4, column: 25 },
      );
    } finally {
      await preview.close();
    }
  }
});
