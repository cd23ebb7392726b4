// budget: 20 s: two previews, one after the other.

import assert from "node:assert/strict";
import { openPreview } from "../../../preview/server/start.ts";
import { openChromium } from "../../browser/chromium.ts";
import { Project } from "../session/project.ts";
import { counterSource } from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";

Deno.test("a page of a preview that is started again shows the widgets as they are then", async () => {
  await using project = await Project.create({
    [SOURCE]: counterSource(),
    "widgets/001_counter/widget.css": "",
    "node_modules/.keep": "",
  });
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    const first = await openPreview({ cwd: project.path, port: 0 });
    try {
      await page.goto(first.url);
      await page.getByText("first text").waitFor();
    } finally {
      await first.close();
    }
    await project.write(SOURCE, counterSource({ text: "second text" }));
    const port = Number(new URL(first.url).port);
    const second = await openPreview({ cwd: project.path, port, strictPort: true });
    try {
      await page.getByText("second text").waitFor();
      assert.equal(await page.getByText("does not answer").count(), 0);
      await project.write(SOURCE, counterSource({ text: "third text" }));
      await page.getByText("third text").waitFor();
    } finally {
      await second.close();
    }
  } finally {
    await browser.close();
  }
});
