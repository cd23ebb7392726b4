import assert from "node:assert/strict";
import process from "node:process";
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { openPreview } from "../../../preview/server/start.ts";
import { openChromium } from "../../browser/chromium.ts";
import { Project } from "../session/project.ts";
import { chromiumVariables } from "../snapshot/chromium_variables.ts";

/** A project, its preview, and a page of a real Chromium. */
export interface ShellPage {
  readonly project: Project;
  readonly page: Page;
  /** The page's errors so far. */
  readonly errors: readonly string[];
  /** Opens the shell with a query, and waits until it is rendered. */
  open(query?: string): Promise<void>;
}

/** Runs a test on the preview of a project with the given files. */
export async function withShell(
  files: { [path: string]: string | Uint8Array },
  run: (shell: ShellPage) => Promise<void>,
): Promise<void> {
  // With a node_modules folder, Vite's cache is inside the project and is deleted with it.
  await using project = await Project.create({ ...files, "node_modules/.keep": "" });
  // The preview takes pictures with the browser of the tests.
  Object.assign(process.env, await chromiumVariables());
  // Without a check of the types in the background: `types_test.ts` has it.
  const preview = await openPreview({ cwd: project.path, port: 0 });
  try {
    const browser = await openChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      const origin = new URL(preview.url).origin;
      const open = async (query = "") => {
        await page.goto(`${origin}/${query}`);
        await page.locator("main").waitFor();
      };
      await run({ project, page, errors, open });
    } finally {
      await browser.close();
    }
  } finally {
    await preview.close();
  }
}

/** Waits until the Stage's widget has been painted or has failed. Returns the page's signal attributes. */
export async function waitForCard(page: Page): Promise<{ ready: boolean; error: string | null }> {
  await page.locator("html[data-tck-ready], html[data-tck-error]").waitFor();
  const { tckReady, tckError } = await page.locator("html").evaluate(({ dataset }) => ({ ...dataset }));
  return { ready: tckReady === "true", error: tckError ?? null };
}

/** Asserts that the page has no accessibility fault, including shadow roots. */
export async function assertAccessible(page: Page, view: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe.source);
  const faults = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`
    );
  });
  assert.deepEqual(faults, [], view);
}

/** Asserts that the page is not wider than its window. */
export async function assertNoOverflow(page: Page, view: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(overflow, 0, `${view} is ${overflow} pixels too wide`);
}

/** Chooses a value in the menu "More". */
export async function chooseMore(page: Page, value: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("group", { name: "More" }).getByRole("radio", { name: value }).check();
  await page.keyboard.press("Escape");
}

/** The control of a name among those of the toolbar. */
export function toolbarSelect(page: Page, name: string): Locator {
  return page.locator(".shell-toolbar").getByRole("combobox", { name, exact: true });
}

/** Chooses a value of the viewport. */
export async function chooseViewport(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole("button", { name: /^Viewport/ }).click();
  await toolbarSelect(page, name).selectOption(value);
  await page.keyboard.press("Escape");
}

/** The source of a widget that counts clicks and greets the name in its state. */
export function counterSource(
  { text = "first text", state = "Ada", sizes = '["fill-auto", "2x2"]' }: {
    text?: string;
    state?: string;
    sizes?: string;
  } = {},
): string {
  return `import { useState } from "react";
import { defineManifest, useLocale, useTheme, useWidgetState } from "@tck/kit";
import "./widget.css";

type State = { name: string };

export const manifest = defineManifest<State>({
  id: "counter",
  title: "Counter <b>&amp;",
  cardType: "feed",
  sizes: ${sizes},
  languages: ["en", "de"],
  defaultState: { name: ${JSON.stringify(state)} },
  states: { other: { name: "Grace" } },
});

export default function Counter() {
  const [count, setCount] = useState(0);
  const { name } = useWidgetState(manifest);
  return (
    <section className="counter">
      <h2>Hello {name}</h2>
      <button type="button" onClick={() => setCount(count + 1)}>Clicked {count}</button>
      <p>${text}</p>
      <p>{useLocale()} {useTheme()}</p>
    </section>
  );
}
`;
}
