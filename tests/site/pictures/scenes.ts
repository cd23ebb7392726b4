import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startPreview } from "../../../preview/server/mod.ts";
import { buildSampleBundles } from "../../../hosts/packaging/sample_project.ts";
import { startCommand, temporaryFolder } from "../../hosts/cli/command_process.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { ChatSite, findCards } from "../../web/canvas/chat/chat_site.ts";
import type { BrowserPage } from "../../web/canvas/each_browser.ts";
import { copySampleProject } from "../../web/projects/sample_projects.ts";
import type { ProjectFolder } from "../../web/bundler/project_folder.ts";
import { until } from "../../waiting/mod.ts";
import { type Picture, readmeWidget, ROOT, type Theme } from "./pictures.ts";

/** What some pictures are taken of. */
export interface Scene extends AsyncDisposable {
  show(page: Page, name: string, theme: Theme): Promise<void>;
}

/** What is started once for the pictures of it. */
export const SCENES: { readonly [scene in Picture["scene"]]: () => Promise<Scene> } = {
  feed: openFeed,
  chat: openChat,
  preview: openPreview,
  review: openReview,
};

async function openFeed(): Promise<Scene> {
  const folder = await temporaryFolder();
  const demo = startCommand(["demo", "--port", "0", "--data", folder.path]);
  const [address] = await demo.printed(/http:\S+\/feed\/\S+/);
  return {
    async show(page) {
      await page.goto(address);
      const frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
      await frame!.waitForFunction(() =>
        document.querySelectorAll('article[data-state="mounted"]').length === 6
      );
    },
    async [Symbol.asyncDispose]() {
      await demo[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const CHAT_COLORS = {
  light: { text: "#23201c", page: "#ffffff", bubble: "#f0f0f0" },
  dark: { text: "#efebe3", page: "#171512", bubble: "#2e2a25" },
};

async function openChat(): Promise<Scene> {
  const site = await ChatSite.open();
  await site.sealed.stores.commit("ada", "2026-03-01", "morning_brief", await buildSampleBundles());
  return {
    async show(page, _name, theme) {
      const input = { batch: "20260301-morning-brief", widget: "weather" };
      const tested = page as unknown as BrowserPage;
      await site.show(tested, { tool: "show_card", input, width: 560, context: { theme } });
      await findCards(tested, 1);
      const { text, page: background, bubble } = CHAT_COLORS[theme];
      await page.addStyleTag({
        content:
          `body { box-sizing: border-box; width: 640px; padding: 16px 40px 32px; font: 15px/1.5 system-ui, sans-serif; color: ${text}; background: ${background}; }
.reader { width: fit-content; margin: 0 0 16px auto; padding: 8px 16px; background: ${bubble}; border-radius: 18px; }
.model { margin: 0 0 12px; }`,
      });
      await page.evaluate(() => {
        const say = (text: string, className: string) => {
          const line = document.createElement("p");
          line.className = className;
          line.textContent = text;
          return line;
        };
        document.querySelector("iframe")!.before(
          say("How will the weather be today?", "reader"),
          say("Here is the card of this morning:", "model"),
        );
      });
    },
    [Symbol.asyncDispose]: () => site.close(),
  };
}

/** A widget that the bundler rejects. */
const BROKEN = `import { Card, defineManifest, Stat } from "@tck/kit";

export const manifest = defineManifest({ id: "visits", title: "Visits", cardType: "feed", sizes: ["2x1"] });

export default function Visits() {
  const visits = Number(localStorage.getItem("visits"));
  return <Card><Stat label="Visits" value={visits} /></Card>;
}
`;

async function openPreview(): Promise<Scene> {
  const project = await copySampleProject("morning-brief");
  const { diagnostics } = await project.build();
  if (diagnostics.length > 0) throw new Error("The sample project has errors");
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  await project.write("widgets/007_steps/widget.tck.tsx", readmeWidget(readme));
  await project.write("widgets/008_visits/widget.tck.tsx", BROKEN);
  return await showPreview(project, async (page, name) => {
    if (name === "preview/narrow") await page.getByRole("button", { name: "Details" }).click();
    await waitUntilShown(page, name);
    if (name === "preview/slots") await page.getByRole("button", { name: "Add action" }).click();
    if (name !== "preview/feed") return;
    const card = page.locator("article.tck-card", { hasText: "Agenda" });
    await card.hover();
    await page.getByRole("button", { name: "Inspect" }).nth(1).click();
  });
}

const ACCEPTED = "The build accepts this widget";

/** What each picture of the preview shows once it is complete: texts of its cards, and of the panels. */
const SHOWN: { readonly [name: string]: { readonly cards: readonly string[]; readonly panels?: string } } = {
  "widget": { cards: ["8,630"] },
  "preview/stage": { cards: ["Fog until nine"], panels: ACCEPTED },
  "preview/slots": { cards: ["Four classics"], panels: ACCEPTED },
  "preview/feed": { cards: ["A full morning"] },
  "preview/narrow": { cards: ["A full morning"], panels: ACCEPTED },
  "preview/compare": { cards: ["Fog until nine", "Nebel bis neun"], panels: ACCEPTED },
  "preview/chat": { cards: ["Fog until nine"], panels: ACCEPTED },
  "preview/diagnostics": { cards: [], panels: "localStorage is forbidden" },
};

/** Those whose cards are in frames. */
const FRAMED = ["preview/compare", "preview/chat"];

async function waitUntilShown(page: Page, name: string): Promise<void> {
  const { cards, panels } = SHOWN[name]!;
  if (panels !== undefined) await page.getByText(panels).first().waitFor();
  if (FRAMED.includes(name)) {
    // A frame is as high as its card, once that is drawn.
    await page.waitForFunction(() => {
      const frames = [...document.querySelectorAll("iframe")];
      return frames.length > 0 && frames.every(({ clientHeight }) => clientHeight > 200);
    });
  }
  for (const text of cards) {
    await until(text, async () => {
      const frames = page.frames().filter((frame) => frame !== page.mainFrame() || !FRAMED.includes(name));
      const counts = await Promise.all(frames.map((frame) => frame.getByText(text).count().catch(() => 0)));
      return counts.some((count) => count > 0);
    });
  }
}

async function openReview(): Promise<Scene> {
  const project = await copySampleProject("morning-brief");
  const source = "widgets/005_note/widget.tck.tsx";
  const selected = [
    "--cwd",
    project.path,
    "--widget",
    "005_note",
    "--size",
    "fill-auto-480",
    "--theme",
    "light",
  ];
  await runSnapshot([...selected, "--state", "default", "--update"]);
  const text = new TextDecoder().decode(await project.read(source));
  await project.write(source, text.replace("Nine people, ninety minutes", "Twelve people, sixty minutes"));
  await runSnapshot([...selected, "--state", "default"]);
  return await showPreview(project, async (page) => {
    await page.locator("[data-view=beside] img").nth(1).waitFor();
  });
}

/** The address of each picture of the preview. */
const QUERIES: { readonly [name: string]: string } = {
  "widget": "widget=007_steps&chrome=none",
  "preview/stage": "widget=001_weather",
  "preview/slots": "widget=003_reading-list",
  "preview/feed": "view=feed",
  "preview/narrow": "widget=002_agenda",
  "preview/compare": "view=compare&compare=languages&widget=001_weather&feedWidth=narrow",
  "preview/chat": "view=chat&widget=001_weather&chatWidth=400",
  "preview/diagnostics": "widget=008_visits",
  "preview/review": "view=review",
};

/** Shows the preview of a project. @param prepare what a picture shows beyond its address */
async function showPreview(
  project: ProjectFolder,
  prepare: (page: Page, name: string) => Promise<void>,
): Promise<Scene> {
  const preview = await startPreview({ cwd: project.path, port: 0 });
  return {
    async show(page, name, theme) {
      await page.goto(new URL(`?${QUERIES[name]}&theme=${theme}`, preview.url).href);
      await page.waitForLoadState("load");
      await prepare(page, name);
    },
    async [Symbol.asyncDispose]() {
      await preview.close();
      await project[Symbol.asyncDispose]();
    },
  };
}
