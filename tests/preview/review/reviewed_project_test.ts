// budget: 15 s: two snapshots, a page of a folder, and the workbench
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPreview } from "../../../preview/server/mod.ts";
import { ReviewStore } from "../../../preview/server/review/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { McpClient } from "../mcp/mcp_client.ts";
import { assertAccessible, assertNoOverflow } from "../shell/shell_page.ts";
import { sizeOfPng } from "../snapshot/picture.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import { CHANGED, createChangedProject } from "./changed_project.ts";
import { AFTER_START, areLoaded, inspectPage, moveSlider, WORDS } from "./review_folder.ts";
import { untilTakesVerdicts } from "./unasked_presses.ts";

Deno.test("the review of a snapshot is a folder for a pull request, a tool for agents, and a surface of the workbench", async (t) => {
  await using project = await createChangedProject();
  const out = join(project.path, "review");
  const [snapshot, baseline] = [join(project.path, ".tck/snapshot"), join(project.path, "snapshots")];

  await using session = await McpClient.start(["--cwd", project.path]);

  await t.step("before a snapshot there is none, and an agent gets an error that says so", async () => {
    const { isError, value } = await session.call("review");
    assert.equal(isError, true);
    assert.match(value.untrustedWidgetText, /the project has no snapshot/);
  });

  await t.step(
    "without a verdict the exit code is 3, and a folder with other files is left alone",
    async () => {
      await project.write("own/notes.txt", "mine");
      const occupied = await runCommandHere("review", [
        "--cwd",
        project.path,
        "--out",
        join(project.path, "own"),
      ]);
      assert.equal(occupied.code, 1);
      assert.match(occupied.stderr, /Cannot write the review to ".*own": the folder holds other files/);
      const { code, stdout, stderr } = await runCommandHere("review", [
        "--cwd",
        project.path,
        "--reuse",
        "--out",
        out,
      ]);
      assert.deepEqual([code, stdout], [3, "5 without a verdict\n"], stderr);
    },
  );

  const store = new ReviewStore({ snapshot, baseline });
  const entries = (await store.read())!;
  const rejected = entries.find(({ picture }) => picture === CHANGED.light)!;
  await store.decide(new Map([[rejected.id, { verdict: "rejected", words: WORDS }]]));

  // claim: review-page-quotes
  await t.step("the folder has the pictures beside a page without anything to decide", async () => {
    const { code } = await runCommandHere("review", ["--cwd", project.path, "--reuse", "--out", out]);
    assert.equal(code, 1);
    assert.deepEqual((await readdir(out)).length, 2 * 3 + 2 + 1 + 1);
    const page = await readFile(join(out, "index.html"), "utf8");
    assert.match(
      page,
      /content="default-src &#x27;none&#x27;; img-src [^"]*; style-src &#x27;sha256-[^"]*; script-src &#x27;sha256-/,
    );
    assert.doesNotMatch(page, /https?:/);
  });

  // The same in Firefox is in reviewed_project_soak.ts.
  await t.step("in Chromium it works from the disk, in both themes and on a phone", async () => {
    await using browser = await openChromium();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const faults: string[] = [];
    page.on("console", (message) => faults.push(message.text()));
    page.on("request", (request) => request.url().startsWith("file:") || faults.push(request.url()));
    await page.goto(pathToFileURL(join(out, "index.html")).href);
    await page.waitForFunction(areLoaded);
    const { shown, at, background, ...facts } = await page.evaluate(inspectPage);
    assert.deepEqual(facts, AFTER_START);
    assert.equal(shown, "Before,After,Before,After,After,After,Before");
    assert.equal(at, "");
    await page.getByRole("radio", { name: "Slider" }).check();
    await page.waitForFunction(areLoaded);
    await page.evaluate(moveSlider);
    const slid = await page.evaluate(inspectPage);
    assert.deepEqual([slid.shown, slid.at], ["After,Before,After,Before,After,After,Before", "80%"]);
    assert.deepEqual(faults, [], "the policy allows what the page does");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.notEqual((await page.evaluate(inspectPage)).background, background);
    await page.setViewportSize({ width: 360, height: 800 });
    await assertNoOverflow(page, "the narrow folder");
    // The page's own policy allows no other script.
    const unrestricted = await browser.newContext({ bypassCSP: true });
    const checked = await unrestricted.newPage();
    for (const colorScheme of ["light", "dark"] as const) {
      await checked.emulateMedia({ colorScheme });
      await checked.goto(pathToFileURL(join(out, "index.html")).href);
      await assertAccessible(checked, `the folder, ${colorScheme}`);
    }
    await unrestricted.close();
  });

  await t.step(
    "an agent reads what was rejected and why, with the pictures, and has nothing to accept with",
    async () => {
      const { tools } = await session.client.listTools();
      const { inputSchema, annotations } = tools.find(({ name }: { name: string }) => name === "review")!;
      assert.deepEqual(Object.keys(inputSchema.properties!), ["widget", "verdict"]);
      assert.equal(annotations!.readOnlyHint, true);
      const all = await session.call("review");
      assert.deepEqual([all.value.accepted, all.value.rejected, all.value.undecided], [0, 1, 4]);
      assert.equal(all.value.entries[0].picture.untrustedWidgetText, CHANGED.light, "rejected first");
      assert.equal(all.images.length, 4 + 2 + 1);
      const { value, images } = await session.call("review", { verdict: "rejected" });
      const [entry] = value.entries;
      assert.deepEqual(
        [value.entries.length, entry.verdict, entry.words.untrustedWidgetText, entry.state],
        [1, "rejected", WORDS.replace("\u001b", "\\u001b"), { untrustedWidgetText: "default" }],
      );
      assert.deepEqual(entry.pictures, [{ role: "before", number: 1 }, { role: "after", number: 2 }]);
      assert.deepEqual(images.map(({ bytes }) => sizeOfPng(bytes)), [[400, 216], [400, 216]]);
      assert.deepEqual(
        (await session.call("review", { widget: "002_added", verdict: "accepted" })).value.entries,
        [],
      );
      assert.match((await session.call("review", { verdict: "maybe" })).value, /expected one of/);
    },
  );

  await t.step("the workbench leads to the review, and a verdict there is written too", async () => {
    const preview = await startPreview({ cwd: project.path, port: 0 });
    try {
      await using browser = await openChromium();
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(preview.url);
      await page.getByRole("link", { name: "Review 5" }).click();
      await page.getByRole("heading", { name: "001_box 2x1 dark default" }).waitFor();
      assert.equal(await page.getByRole("button", { name: "End the review" }).count(), 0);
      await untilTakesVerdicts(page);
      await page.keyboard.press("E");
      const rejection = page.getByRole("dialog", { name: "Reject everything" });
      await rejection.getByLabel("What is wrong").fill("all of it");
      await page.keyboard.press("Control+Enter");
      await page.getByText("5 rejected", { exact: true }).waitFor();
      await page.keyboard.press("e");
      const acceptance = page.getByRole("dialog", { name: "Accept everything" });
      await acceptance.getByText("5 of them are rejected: the words are deleted.").waitFor();
      await acceptance.getByRole("button", { name: "Accept" }).click();
      await page.getByText("5 accepted", { exact: true }).waitFor();
      assert.deepEqual((await readdir(baseline)).length, 4);
      await page.keyboard.press("h");
      await page.getByRole("dialog", { name: "Keys of the review" }).waitFor();
      await page.keyboard.press("Escape");
      // A snapshot that is taken meanwhile is shown when the reader comes back.
      const { code, stdout, stderr } = await runCommandHere("review", ["--cwd", project.path]);
      assert.deepEqual([code, stdout], [0, "nothing differs\n"], stderr);
      await page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
      await page.getByText("Nothing differs from the accepted pictures").waitFor();
    } finally {
      await preview.close();
    }
  });
});
