import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { InlineConfig } from "vite";
import { LIVE_SOURCES_EDITED_EVENT } from "../../../preview/protocol.ts";
import { openPreview, type PreviewOptions } from "../../../preview/server/start.ts";
import { openChromium } from "../../browser/chromium.ts";
import { Project } from "../session/project.ts";
import { FILES, FOLDER, SOURCE, source } from "./edited_widget.ts";

/** A module that the widget imports. */
export const PART = `${FOLDER}/part.tsx`;

/** Starts the preview of a project, which is closed when the test ends. */
export async function disposable(
  project: Project,
  options: PreviewOptions = {},
): Promise<{ url: string } & AsyncDisposable> {
  const { url, close } = await openPreview({ cwd: project.path, port: 0, ...options });
  return { url, [Symbol.asyncDispose]: close };
}

/** Defines the test of edits that come while a file of the widget is loaded, or compiled. */
export function testEarlyEdits(file: typeof SOURCE | typeof PART): void {
  const name = file.split("/").at(-1)!;
  const files: Record<string, string> = {
    [SOURCE]: source("begin").replace("{suffix}", "{suffix}<Part />")
      .replace("import names", `import { Part } from "./part.tsx"; import names`),
    [PART]: "export const Part = () => <i>begin</i>;",
  };
  const text = (word: string) => files[file]!.replace("<i>begin", `<i>${word}`).replace("begin{", `${word}{`);

  Deno.test(`an early edit of ${name} is shown`, async (t) => {
    await using project = await Project.create({ ...FILES, ...files });
    const isCompiling = Promise.withResolvers<void>();
    const edited = Promise.withResolvers<void>();
    const viteFinal = (config: InlineConfig) => {
      config.plugins!.push({
        name: "slow",
        async transform(code, id) {
          if (!id.endsWith(file) || !code.includes("former")) return;
          isCompiling.resolve();
          await edited.promise;
        },
      });
      return config;
    };
    await using preview = await disposable(project, { viteFinal });
    await using browser = await openChromium();
    const address = new URL("?widget=001_counter", preview.url).href;
    const write = (word: string) => writeFile(join(project.path, file), text(word));
    const see = async (page: Page, word: string) =>
      await page.locator("article[data-widget-id] button").filter({ hasText: word }).waitFor();

    await t.step("that comes while the page loads its former text", async () => {
      const page = await browser.newPage();
      const answered = Promise.withResolvers<void>();
      const updated = Promise.withResolvers<void>();
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          if (JSON.parse(String(payload)).type === "update") updated.resolve();
        }));
      await page.route((url) => url.pathname.endsWith(file) && url.search === "", async (route) => {
        const response = await route.fetch();
        answered.resolve();
        await updated.promise;
        await route.fulfill({ response });
      });
      await page.goto(address, { waitUntil: "commit" });
      await answered.promise;
      await page.waitForFunction(() => document.querySelector("article, [data-status]") !== null);
      await write("edited");
      await see(page, "edited");
      // The text that the next page finds.
      await write("former");
      await isCompiling.promise;
      await page.close();
    });

    await t.step("that comes while its former text is compiled", async () => {
      const page = await browser.newPage();
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          if (String(payload).includes(LIVE_SOURCES_EDITED_EVENT)) edited.resolve();
        }));
      await page.goto(address, { waitUntil: "commit" });
      await page.waitForFunction(() => document.querySelector("article, [data-status]") !== null);
      await write("again");
      await see(page, "again");
    });
  });
}
