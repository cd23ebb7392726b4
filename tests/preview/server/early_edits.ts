import { writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Defines the tests of edits that come while a file of the widget is loaded, or compiled. */
export function testEarlyEdits(file: typeof SOURCE | typeof PART): void {
  const name = file.split("/").at(-1)!;
  const files: Record<string, string> = {
    [SOURCE]: source("begin").replace("{suffix}", "{suffix}<Part />")
      .replace("import names", `import { Part } from "./part.tsx"; import names`),
    [PART]: "export const Part = () => <i>begin</i>;",
  };
  const edit = (text: string) => text.replace("<i>begin", "<i>edited").replace("begin{", "edited{");

  Deno.test(`an edit of ${name} is shown that comes while the page loads its former text`, async () => {
    await using project = await Project.create({ ...FILES, ...files });
    await using preview = await disposable(project);
    await using browser = await openChromium();
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
    await page.goto(new URL("?widget=001_counter", preview.url).href, { waitUntil: "commit" });
    await answered.promise;
    await page.waitForFunction(() => document.querySelector("article, [data-status]") !== null);
    await writeFile(join(project.path, file), edit(files[file]!));
    await page.locator("article[data-widget-id] button").filter({ hasText: "edited" }).waitFor();
  });

  Deno.test(`an edit of ${name} is shown that comes while its former text is compiled`, async () => {
    await using project = await Project.create({ ...FILES, ...files });
    const isCompiling = Promise.withResolvers<void>();
    const edited = Promise.withResolvers<void>();
    const viteFinal = (config: InlineConfig) => {
      config.plugins!.push({
        name: "slow",
        async transform(code, id) {
          if (!id.endsWith(file) || code.includes("edited")) return;
          isCompiling.resolve();
          await edited.promise;
        },
      });
      return config;
    };
    await using preview = await disposable(project, { viteFinal });
    await using browser = await openChromium();
    const page = await browser.newPage();
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes(LIVE_SOURCES_EDITED_EVENT)) edited.resolve();
      }));
    await page.goto(new URL("?widget=001_counter", preview.url).href, { waitUntil: "commit" });
    await isCompiling.promise;
    await page.waitForFunction(() => document.querySelector("article, [data-status]") !== null);
    await writeFile(join(project.path, file), edit(files[file]!));
    await page.locator("article[data-widget-id] button").filter({ hasText: "edited" }).waitFor();
  });
}
