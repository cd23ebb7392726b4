import assert from "node:assert/strict";
import {
  BUNDLES_CHANGED_EVENT,
  LIVE_WIDGETS_CHANGED_EVENT,
  type LiveWidget,
} from "../../../preview/protocol.ts";
import { startPreview } from "../../../preview/server/mod.ts";
import { findNode } from "../../packages/mod.ts";
import { Project } from "../session/project.ts";
import { bundleModule } from "./module_bundle.ts";
import { startPreviewProcess } from "./preview_process.ts";
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

const source = (text: string) =>
  `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>{${text}}</p>; }
`;

Deno.test("on Node 24, edits are shown, and diagnostics of the build appear and disappear", async () => {
  const file = "widgets/001_hello/widget.tck.tsx";
  await using project = await Project.create({ [file]: source(`"one"`), "node_modules/.keep": "" });
  await using preview = await startPreviewProcess(["--cwd", project.path], { node: await findNode() });
  await using stage = await openStage(preview.url, "?widget=001_hello");
  const { page } = stage;
  const diagnostics = () =>
    (stage.events(LIVE_WIDGETS_CHANGED_EVENT) as LiveWidget[][]).map(([widget]) => [
      widget!.isOutdated ? "outdated" : "current",
      ...widget!.diagnostics?.map(({ code, file, line }) => `${code} ${file}:${line}`) ?? [],
    ]);
  await page.getByText("The build accepts this widget.").waitFor({ timeout: 60_000 });
  await project.write(file, source(`"two" + localStorage.length`));
  await page.getByText("two0").waitFor();
  await page.getByText("localStorage is forbidden in a widget").first().waitFor({ timeout: 60_000 });
  await project.write(file, source(`"three"`));
  await page.getByText("three").waitFor();
  await page.getByText("The build accepts this widget.").waitFor({ timeout: 60_000 });
  const fault = `forbidden.storage ${file}:2`;
  assert.deepEqual(diagnostics(), [
    ["current"],
    ["outdated"],
    ["current", fault],
    ["outdated", fault],
    ["current"],
  ]);
  assert.equal(stage.loads(), 1);
  assert.deepEqual([preview.errors(), stage.errors], ["", []]);
});

async function listBundles(url: string): Promise<{ id: string }[]> {
  const response = await fetch(new URL("/__tck/bundles", url));
  return (await response.json()).bundles;
}
