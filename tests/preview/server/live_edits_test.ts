// budget: 15 s: three previews, one of which has a faulty watcher and compiler
import assert from "node:assert/strict";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FSWatcher, InlineConfig } from "vite";
import { LIVE_STYLES_CHANGED_EVENT, type LiveStyles } from "../../../preview/protocol.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { Project } from "../session/project.ts";
import { disposable, testEarlyEdits } from "./early_edits.ts";
import { FILES, FOLDER, pause, saveSlowly, saveTwice, SOURCE, source } from "./edited_widget.ts";
import { openStage } from "./stage_page.ts";

Deno.test("edits are shown in the page without a reload", async (t) => {
  await using project = await Project.create(FILES);
  await using preview = await disposable(project);
  await using stage = await openStage(preview.url, "?widget=001_counter");
  const { page } = stage;
  const button = page.locator("article[data-widget-id] button");
  const style = (name: string) =>
    button.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
  const hasStyle = (name: string, value: string) =>
    page.waitForFunction(([name, value]) => {
      const element = document.querySelector("article[data-widget-id]")!.shadowRoot!.querySelector("button")!;
      return getComputedStyle(element).getPropertyValue(name!) === value;
    }, [name, value]);
  const path = (file: string) => join(project.path, file);
  const see = (text: string) => button.filter({ hasText: text }).waitFor();
  await button.click();
  await button.click();

  await t.step("stylesheets work in the shadow root, and none of them is in the document", async () => {
    assert.deepEqual([await style("color"), await style("padding")], ["rgb(1, 2, 3)", "7px"]);
    assert.match(await style("background-image"), /dot\.svg|data:image/);
    const inDocument = await page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join(
        "\n",
      )
    );
    assert.doesNotMatch(inDocument, /rgb\(1, 2, 3\)|7px|dot\.svg/);
    assert.equal(await page.locator(`style[data-vite-dev-id*="${FOLDER}"]`).count(), 0);
  });

  await t.step(
    "edits by an editor that empties the file and then writes it are all shown",
    async () => {
      // Every other time is in live_edits_soak.ts.
      for (const wait of [0, 2, 8, 20, 40, 58]) await saveSlowly(project, button, wait);
    },
  );

  await t.step("a file that is written in pieces is read when it is complete", async () => {
    const text = source("pieces");
    const file = await open(path(SOURCE), "w");
    for (let from = 0; from < text.length; from += 150) {
      await file.write(text.slice(from, from + 150));
      await pause(8); // timer: the time between two pieces
    }
    await file.close();
    await see("pieces!: 2");
  });

  await t.step("of two saves in quick succession, the second is shown last", async () => {
    for (const wait of [0, 12, 30, 54]) await saveTwice(project, button, wait);
  });

  await t.step("edits of an imported module, a CSS module and an imported stylesheet are shown", async () => {
    await writeFile(path(`${FOLDER}/suffix.ts`), `export const suffix = "?";`);
    await see("?: 2");
    await writeFile(path(`${FOLDER}/names.module.css`), `.big { padding: 9px } .other { margin: 0 }`);
    await hasStyle("padding", "9px");
    await writeFile(
      path(`${FOLDER}/colours.css`),
      `:root { --mine: rgb(4, 5, 6) } button { color: var(--mine) }`,
    );
    await hasStyle("color", "rgb(4, 5, 6)");
    await see("?: 2");
  });

  await t.step("a newly imported stylesheet is applied, with its registered properties", async () => {
    await writeFile(
      path(`${FOLDER}/late.css`),
      `@property --turn { syntax: "<angle>"; inherits: false; initial-value: 3deg } button { rotate: var(--turn) }`,
    );
    await writeFile(
      path(SOURCE),
      source("late").replace(`import "./widget.css"`, `import "./widget.css"; import "./late.css"`),
    );
    await see("late");
    await hasStyle("rotate", "3deg");
    const styles = stage.events(LIVE_STYLES_CHANGED_EVENT).at(-1) as LiveStyles;
    assert.doesNotMatch(styles.css, /@property/);
    assert.match(styles.propertiesCss, /^@property --turn/);
  });

  await t.step("an imported module that gets another ending, or becomes a folder, is followed", async () => {
    const part = (text: string) => `export const part = "${text}";`;
    await writeFile(path(`${FOLDER}/part.ts`), part("first"));
    await writeFile(
      path(SOURCE),
      source("{part}").replace("import names", `import { part } from "./part"; import names`),
    );
    await see("first");
    await rename(path(`${FOLDER}/part.ts`), path(`${FOLDER}/part.tsx`));
    await writeFile(path(`${FOLDER}/part.tsx`), part("second"));
    await see("second");
    await mkdir(path(`${FOLDER}/part`));
    await writeFile(path(`${FOLDER}/part/index.ts`), part("third"));
    await rm(path(`${FOLDER}/part.tsx`));
    await see("third");
  });

  await t.step("the correction of an import of a file that does not exist is shown", async () => {
    const fault = page.getByText("Cannot compile");
    const corrections = [
      () => writeFile(path(SOURCE), source("corrected")),
      () => writeFile(path(`${FOLDER}/later.ts`), ""),
    ];
    for (const correct of corrections) {
      await writeFile(path(SOURCE), `import "./later.ts";\n${source("later")}`);
      await fault.first().waitFor();
      await correct();
      await fault.first().waitFor({ state: "detached" });
    }
    await see("later");
  });

  await t.step("an edit of only the manifest is applied", async () => {
    await writeFile(path(SOURCE), source("late", "Another title"));
    await page.locator('article[aria-label="Another title"]').waitFor();
  });

  await t.step("a folder that is renamed is another widget", async () => {
    await mkdir(path("widgets/drafts"), { recursive: true });
    await writeFile(
      path("widgets/drafts/widget.tck.tsx"),
      source("draft").replaceAll(/import ".*|names.big|import names.*/g, "").replace("className={}", "")
        .replace(/import { suffix.*/, "const suffix = 1;"),
    );
    await page.getByRole("link", { name: /^drafts/ }).waitFor();
    await rename(path("widgets/drafts"), path("widgets/007_done"));
    await page.getByRole("link", { name: /^007_done/ }).waitFor();
    await page.getByRole("link", { name: /^drafts/ }).waitFor({ state: "detached" });
  });

  assert.equal(stage.loads(), 1, "the page was loaded again");
  assert.deepEqual(stage.errors, []);
});

Deno.test("edits are shown once and in their order, whatever the watcher and the compiler do", async (t) => {
  await using project = await Project.create(FILES);
  const watchers: FSWatcher[] = [];
  /** Files of which the watcher loses an event. */
  const lost = new Set<string>();
  const isCompiling = Promise.withResolvers<void>();
  const nextUpdate = Promise.withResolvers<void>();
  const viteFinal = (config: InlineConfig) => {
    config.plugins!.push({
      name: "watched",
      configureServer({ watcher }) {
        watchers.push(watcher);
        const emit = watcher.emit.bind(watcher) as (...event: unknown[]) => boolean;
        watcher.emit = (event: string, ...args: unknown[]) =>
          event === "change" && lost.delete(String(args[0])) || emit(event, ...args);
      },
      async transform(code) {
        if (!code.includes("first!")) return;
        isCompiling.resolve();
        await nextUpdate.promise;
      },
    });
    return config;
  };
  await using preview = await disposable(project, { viteFinal });
  await using stage = await openStage(preview.url, "?widget=001_counter");
  const button = stage.page.locator("article[data-widget-id] button");
  const hasColour = (colour: string) =>
    stage.page.waitForFunction((colour) => {
      const element = document.querySelector("article[data-widget-id]")!.shadowRoot!.querySelector("button")!;
      return getComputedStyle(element).color === colour;
    }, colour);
  const writeColour = (colour: string) =>
    writeFile(
      join(project.path, `${FOLDER}/colours.css`),
      `:root { --mine: ${colour} } button { color: var(--mine) }`,
    );
  await button.filter({ hasText: "begin!" }).waitFor();

  await t.step("an edit is sent to the page once", async () => {
    const requested: string[] = [];
    stage.page.on("request", (request) => requested.push(request.url()));
    await writeFile(join(project.path, SOURCE), source("edited"));
    await button.filter({ hasText: "edited!" }).waitFor();
    assert.deepEqual(stage.events(LIVE_STYLES_CHANGED_EVENT), [], "the stylesheets did not change");
    // A file that is emptied and then written has two events, and the second may come when the edit is shown.
    watchers[0]!.emit("change", join(project.path, SOURCE));

    await writeColour("rgb(4, 5, 6)");
    await hasColour("rgb(4, 5, 6)");
    await whileNothingMay("either edit be sent again", 500);
    assert.equal(requested.filter((url) => url.includes("widget.tck.tsx")).length, 1, requested.join("\n"));
    assert.deepEqual(stage.updates().map(({ path }) => path.split("/").at(-1)), [
      "widget.tck.tsx",
      "widget.css",
    ]);
    assert.equal(stage.events(LIVE_STYLES_CHANGED_EVENT).length, 1, "the stylesheets changed once");
    assert.equal(stage.loads(), 1);
  });

  await t.step("an edit that is still compiled when the next one comes is not shown after it", async () => {
    const sent = stage.updates().length;
    await writeFile(join(project.path, SOURCE), source("first!"));
    await isCompiling.promise;
    await writeFile(join(project.path, SOURCE), source("second!"));
    await until("both updates are sent", () => stage.updates().length >= sent + 2);
    nextUpdate.resolve();
    await button.filter({ hasText: "second!" }).waitFor();
    await whileNothingMay("the first text be shown", 300);
    assert.match(await button.innerText(), /second!/);
  });

  await t.step("an edit whose event the watcher loses is shown", async () => {
    const lose = (file: string) => lost.add(join(project.path, file));
    for (const file of [SOURCE, `${FOLDER}/suffix.ts`, `${FOLDER}/colours.css`]) lose(file);
    await writeFile(join(project.path, `${FOLDER}/suffix.ts`), `export const suffix = "?";`);
    await button.filter({ hasText: "second!?" }).waitFor();
    await writeFile(join(project.path, SOURCE), source("found"));
    await button.filter({ hasText: "found?" }).waitFor();
    await writeColour("rgb(7, 8, 9)");
    await hasColour("rgb(7, 8, 9)");
    assert.deepEqual([...lost], []);
    assert.equal(stage.loads(), 1);
  });

  await t.step("edits are shown after the only widget of the project was empty", async () => {
    await writeFile(join(project.path, SOURCE), "");
    // Its stylesheets are removed when Vite has compiled the empty module.
    await stage.page.waitForFunction(() => {
      const element = document.querySelector("article[data-widget-id]")!.shadowRoot!.querySelector("button")!;
      return getComputedStyle(element).padding !== "7px";
    });
    for (const text of ["written", "edited", "edited again"]) {
      await writeFile(join(project.path, SOURCE), source(text));
      await button.filter({ hasText: `${text}?` }).waitFor();
    }
  });
});

// The same for a module that the widget imports is in live_edits_soak.ts.
testEarlyEdits(SOURCE);
