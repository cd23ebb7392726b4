import assert from "node:assert/strict";
import { BUNDLES_CHANGED_EVENT } from "../../../preview/protocol.ts";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";
import { checkDiagnosedEdits, DIAGNOSED_FILES } from "./diagnosed_edits.ts";
import { bundleModule } from "./module_bundle.ts";
import { openStage } from "./stage_page.ts";

/** A module like one of the bundler's, which needs the host's React and the kit's context. */
const bundle = (text: string) =>
  bundleModule(
    `import { useState } from "react"; import { jsx } from "react/jsx-runtime"; import { useWidgetState } from "@tck/kit";
export default function Widget() {
  const [count, setCount] = useState(0);
  const { name } = useWidgetState();
  return jsx("button", { onClick: () => setCount(count + 1), children: "${text} of " + name + ": " + count });
}`,
    { manifest: { defaultState: { name: "Ada" } }, css: "button { color: rgb(9, 8, 7) }" },
  );

Deno.test("a rebuilt bundle is mounted again, and the page is notified once", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await bundle("first"),
    "node_modules/.keep": "",
  });
  const preview = await startPreview({ cwd: project.path, port: 0 });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  const [before] = (await listBundles(preview.url)).map(({ id }) => id);
  await using stage = await openStage(preview.url, `?widget=${before}`);
  const button = stage.page.locator("article[data-widget-id] button");
  await button.click();
  assert.equal(await button.textContent(), "first of Ada: 1");
  assert.equal(await button.evaluate((element) => getComputedStyle(element).color), "rgb(9, 8, 7)");

  await project.write("dist/001_a.tckb", await bundle("second"));
  await button.filter({ hasText: "second of Ada: 0" }).waitFor();
  const [after, ...others] = (await listBundles(preview.url)).map(({ id }) => id);
  assert.notEqual(after, before);
  assert.deepEqual(others, []);
  assert.deepEqual(stage.events(BUNDLES_CHANGED_EVENT), [undefined]);
  assert.equal((await fetch(new URL(`/__tck/bundle/${before}/widget.mjs`, preview.url))).status, 404);
  assert.equal(stage.loads(), 1);
  assert.deepEqual(stage.errors, []);
});

// The same on Node is in diagnosed_edits_soak.ts.
Deno.test("edits are shown, and diagnostics of the build appear and disappear", async () => {
  await using project = await Project.create(DIAGNOSED_FILES);
  const reports: string[] = [];
  const preview = await startPreview({
    cwd: project.path,
    port: 0,
    report: (message) => void reports.push(message),
  });
  await using _ = { [Symbol.asyncDispose]: preview.close };
  await checkDiagnosedEdits(project, preview.url);
  assert.deepEqual(reports, []);
});

async function listBundles(url: string): Promise<{ id: string }[]> {
  const response = await fetch(new URL("/__tck/bundles", url));
  return (await response.json()).bundles;
}
