// budget: 25 s: four snapshots that a review takes, and a page
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { access, readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";
import { assertAccessible, assertNoOverflow } from "../shell/shell_page.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import {
  atProgram,
  boxStyles,
  CHANGED,
  createChangedProject,
  startReview,
  startReviewHere,
} from "./changed_project.ts";
import { decideAll } from "./decided_review.ts";
import { endPresses, pressAgain, untilTakesVerdicts } from "./unasked_presses.ts";

const WORDS = 'Too <b>red</b> & "loud"\nTake the accent again.';

Deno.test("a person accepts and rejects what a snapshot changed, and the command ends with the verdict", async (t) => {
  await using project = await createChangedProject();
  const accepted = (name: string) => readFile(join(project.path, "snapshots", name));
  const taken = (name: string) => readFile(join(project.path, ".tck/snapshot", name));
  const report = async () =>
    JSON.parse(await readFile(join(project.path, ".tck/snapshot/report.json"), "utf8"));
  const before = await accepted(CHANGED.dark);
  await using browser = await openChromium();
  const review = await startReviewHere(project);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(review.url);

  await t.step("what differs is listed by widget, new and missing pictures too", async () => {
    await waitForCounts(page, "5 without a verdict");
    const links = page.getByRole("navigation", { name: "Pictures that differ" });
    assert.deepEqual(await links.getByRole("heading").allTextContents(), [
      "001_box",
      "002_added",
      "009_gone",
    ]);
    assert.deepEqual(await links.getByRole("link").allTextContents(), [
      "2x1 dark defaultchanged",
      "2x1 light defaultchanged",
      "2x1 dark defaultnew",
      "2x1 light defaultnew",
      "2x1 light defaultmissing",
    ]);
  });

  await t.step("the page is accessible in both themes, and fits a phone", async () => {
    for (const theme of ["dark", "light"]) {
      await page.goto(`${review.url}&theme=${theme}`);
      await waitForCounts(page, "5 without a verdict");
      await assertAccessible(page, theme);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("button", { name: "Pictures", exact: true }).waitFor();
    await assertNoOverflow(page, "the narrow review");
    await assertAccessible(page, "the narrow review");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  // claim: review-by-a-person
  await t.step("what a reader presses on a page that leads to the review is no verdict", async () => {
    await using foreign = await serveText(
      `<!doctype html><script>addEventListener("keydown", () => location.href = "${review.url}", { once: true })</script>`,
    );
    const led = await browser.newPage();
    await led.addInitScript(pressAgain);
    await led.goto(foreign.url);
    await led.waitForURL(review.url);
    await waitForCounts(led, "5 without a verdict");
    await endPresses(led);
    await waitForCounts(led, "5 without a verdict");
    assert.deepEqual(await accepted(CHANGED.dark), before);
    await led.close();
  });

  await t.step("keys choose the view, and each shows its pictures", async () => {
    const shown = page.locator(".shell-review-pictures img:visible");
    const roles = async () => (await shown.evaluateAll((images) =>
      (images as HTMLImageElement[]).map(({ alt }) =>
        alt.split(":")[0]
      )
    ));
    for (
      const [key, expected] of [["2", ["After", "Before"]], ["3", ["Difference"]], ["1", [
        "Before",
        "After",
      ]]] as const
    ) {
      await page.keyboard.press(key);
      assert.deepEqual(await roles(), expected);
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>(".shell-review-pictures img")]
          .filter((image) => image.checkVisibility()).every(({ naturalWidth }) => naturalWidth === 400)
      );
    }
    await page.keyboard.press("2");
    const slider = page.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(
      await page.locator(".review-slider").evaluate((element) => element.style.getPropertyValue("--at")),
      "51%",
    );
    assert.equal(await shownHeading(page), "001_box 2x1 dark default", "the arrow is the slider's");
  });

  await t.step("a is accept: the baseline has the new picture, and u takes it back", async () => {
    await untilTakesVerdicts(page);
    await page.keyboard.press("a");
    await waitForCounts(page, "1 accepted, 4 without a verdict");
    assert.deepEqual(await accepted(CHANGED.dark), await taken(CHANGED.dark));
    assert.equal(await shownHeading(page), "001_box 2x1 light default", "the next one without a verdict");
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "001_box 2x1 dark default" }).waitFor();
    await page.keyboard.press("u");
    await waitForCounts(page, "5 without a verdict");
    assert.deepEqual(await accepted(CHANGED.dark), before);
    await page.keyboard.press("a");
    await waitForCounts(page, "1 accepted, 4 without a verdict");
    assert.ok((await readdir(join(project.path, "snapshots"))).every((name) => !name.endsWith(".tmp")));
  });

  await t.step("r asks for words, which the report has with the hashes of both pictures", async () => {
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Reject 001_box 2x1 light default" });
    await dialog.getByLabel("What is wrong").fill(WORDS);
    await assertAccessible(page, "the words of a rejection");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await waitForCounts(page, "1 accepted, 1 rejected, 3 without a verdict");
    assert.deepEqual((await report()).baseline.rejected, [{
      picture: CHANGED.light,
      words: WORDS,
      before: sha256(await accepted(CHANGED.light)),
      after: sha256(await taken(CHANGED.light)),
    }]);
    await page.getByRole("link", { name: "2x1 light default rejected" }).click();
    assert.equal(await page.locator(".review-status blockquote").textContent(), WORDS);
    // Every picture of the widget has a verdict, and keeps it.
    await page.keyboard.press("A");
    await page.keyboard.press("R");
    assert.equal(await page.getByRole("dialog").count(), 0);
  });

  // claim: preview-own-origin
  // claim: preview-writes-preflighted
  await t.step("a page of another site cannot send a verdict", async () => {
    const { entries } = await (await fetch(atProgram("/__tck/review", review.url))).json();
    const body = JSON.stringify({ ids: [entries[4].id], verdict: "accepted" });
    await using foreign = await serveText("<!doctype html><title>Foreign</title>");
    const other = await browser.newPage();
    await other.goto(foreign.url);
    const outcomes = await other.evaluate(async ([url, body]) => {
      const send = (init: RequestInit) =>
        fetch(url!, { method: "POST", body: body!, ...init }).then(
          ({ type, status }) => `${type} ${status}`,
          () => "failed",
        );
      return [
        await send({ mode: "no-cors" }),
        await send({ headers: { "content-type": "application/json" } }),
      ];
    }, [String(new URL("/__tck/review/verdict", review.url)), body]);
    assert.deepEqual(outcomes, ["opaque 0", "failed"]);
    const plain = await fetch(atProgram("/__tck/review/verdict", review.url), { method: "POST", body });
    assert.deepEqual([plain.status, (await plain.json()).code], [415, "request.unsupported_type"]);
    await access(join(project.path, "snapshots", CHANGED.missing));
    await other.close();
  });

  // claim: review-by-a-person
  await t.step(
    "a page that may have run a card cannot send a verdict, and the review's page gets no card",
    async () => {
      const { entries } = await (await fetch(atProgram("/__tck/review", review.url))).json();
      const body = JSON.stringify({ ids: [entries[4].id], verdict: "accepted" });
      const shell = await browser.newPage();
      await shell.goto(String(atProgram("/", review.url)));
      const send = (path: string) =>
        shell.evaluate(async ([path, body]) => {
          const headers = { "content-type": "application/json" };
          return (await fetch(path!, { method: "POST", headers, body: body! })).status;
        }, [path, body]);
      assert.deepEqual([await send("/__tck/review/verdict"), await send("/__tck/review/end")], [403, 403]);
      assert.equal(await shell.evaluate(() => document.querySelectorAll("iframe").length), 0);
      await shell.close();
      const modules = [
        `/@fs${project.path}/widgets/001_box/widget.tck.tsx`,
        `${project.path}/widgets/001_box/widget.tck.tsx`,
      ];
      for (const path of modules) {
        const got = await page.evaluate(async (path) => (await fetch(path)).status, path);
        assert.equal(got, 403, path);
      }
      await access(join(project.path, "snapshots", CHANGED.missing));
    },
  );

  await t.step("Shift A accepts a widget, and new pictures are written", async () => {
    await page.getByRole("link", { name: "2x1 dark default new" }).click();
    await page.getByRole("heading", { name: "002_added 2x1 dark default" }).waitFor();
    await untilTakesVerdicts(page);
    await page.keyboard.press("A");
    await waitForCounts(page, "3 accepted, 1 rejected, 1 without a verdict");
    for (const name of [CHANGED.newDark, CHANGED.newLight]) {
      assert.deepEqual(await accepted(name), await taken(name));
    }
  });

  await t.step(
    "with the last verdict the command ends with 1, and the accepted missing picture is deleted",
    async () => {
      await page.getByRole("heading", { name: "009_gone 2x1 light default" }).waitFor();
      await page.getByRole("button", { name: "Accept", exact: true }).click();
      await page.getByText("The review has ended").waitFor();
      const { code, stdout } = await review.ended;
      const { entries, ...counts } = JSON.parse(stdout.trim().split("\n").at(-1)!);
      assert.deepEqual([code, counts], [1, { accepted: 4, rejected: 1, undecided: 0 }]);
      assert.equal(entries.length, 5);
      await assert.rejects(access(join(project.path, "snapshots", CHANGED.missing)), { code: "ENOENT" });
    },
  );
  assert.deepEqual(errors, []);

  await t.step(
    "a second review keeps the rejection of the same pictures, and forgets it after a change",
    async () => {
      const again = await runCommandHere("review", [
        "--cwd",
        project.path,
        "--out",
        join(project.path, "out"),
      ]);
      assert.deepEqual([again.code, again.stdout], [
        1,
        `${CHANGED.light}: rejected: ${JSON.stringify(WORDS)}\n1 rejected\n`,
      ]);
      // A picture that no later snapshot has: one of everything forgets it.
      const kept = await report();
      const [rejection] = kept.baseline.rejected;
      kept.baseline.rejected.push({ ...rejection, picture: CHANGED.missing });
      await project.write(".tck/snapshot/report.json", JSON.stringify(kept));
      await project.write("widgets/001_box/widget.css", boxStyles("warning"));
      await using changed = await startReview(project);
      assert.deepEqual((await report()).baseline.rejected, []);
      const { code, stdout } = await changed.stop("SIGINT");
      const { accepted, rejected, undecided } = JSON.parse(stdout.trim().split("\n").at(-1)!);
      assert.deepEqual([code, accepted, rejected, undecided], [3, 0, 0, 2]);
    },
  );

  await t.step(
    "a review ends with 0 when everything is accepted, and says what is wrong with its arguments",
    () => decideAll(project),
  );
});

async function waitForCounts(page: Page, counts: string): Promise<void> {
  await page.locator(".shell-review > [role=status]").getByText(counts, { exact: true }).waitFor();
}

async function shownHeading(page: Page): Promise<string | null> {
  return await page.locator(".shell-review > h1").textContent();
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Serves a page from an origin of its own. */
async function serveText(text: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(text));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
