import assert from "node:assert/strict";
import { startPreview } from "../../../preview/server/start.ts";
import { openChromium } from "../../browser/chromium.ts";
import { Project } from "../session/project.ts";

const FILE = "widgets/001_hello/widget.tck.tsx";
const SOURCE = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>Hello</p>; }
`;
const CHECKED = /("?diagnostics"?:\s*)\[\]/;

Deno.test("a page that was loaded before a check and received events after it shows the check", async () => {
  await using project = await Project.create({ [FILE]: SOURCE, "node_modules/.keep": "" });
  const preview = await startPreview({ cwd: project.path, port: 0 });
  const browser = await openChromium();
  try {
    const first = await browser.newPage();
    await first.goto(`${preview.url}?widget=001_hello`); // Begins the checks.
    const page = await browser.newPage();
    let delayed = 0;
    await page.route(/live-widgets/, async (route) => {
      let body = "";
      const response = await route.fetch();
      for (body = await response.text(); !CHECKED.test(body); body = await (await route.fetch()).text()) {
        await new Promise((resolve) => setTimeout(resolve, 1000)); // timer: the server checks only while it is idle
      }
      delayed++;
      await route.fulfill({ response, body: body.replace(CHECKED, "$1null") });
    });
    await page.goto(`${preview.url}?widget=001_hello`);
    await page.getByText("The build accepts this widget.").waitFor({ timeout: 60_000 });
    assert.equal(delayed, 1);
  } finally {
    await browser.close();
    await preview.close();
  }
});
