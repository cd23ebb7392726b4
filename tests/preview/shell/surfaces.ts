import type { Page } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { counterSource, type ShellPage } from "./shell_page.ts";

/** Colours that fit both themes. */
const CLEAN = ".counter, .counter button { color: var(--color-text); background: var(--color-surface); }";

/** As few as do not fit into one row: a compared card is a frame with a page. */
const SIZES = '["fill-auto", "1x1", "2x1", "2x2"]';

/** A project with something to show on each surface. */
export const SURFACE_FILES = {
  "widgets/001_counter/widget.tck.tsx": counterSource({ sizes: SIZES }),
  "widgets/001_counter/widget.css": CLEAN,
  "widgets/002_other/widget.tck.tsx": counterSource(),
  "widgets/002_other/widget.css": CLEAN,
  "dist/003_built.tckb": await makeBundle("built"),
};

/** A surface of the shell. */
export interface Surface {
  readonly query: string;
  /** It is there when the surface is shown. */
  readonly text: string;
}

export const SURFACES = [
  { query: "?widget=001_counter", text: "Hello Ada" },
  { query: "?widget=001_counter&view=compare&compare=sizes", text: "fill-auto" },
  { query: "?view=feed", text: "built" },
] as const satisfies readonly Surface[];

/** Widths of the window: one of each arrangement of the shell, and of a small screen for the widest. */
export const WIDTHS = [1440, 1024, 900, 768, 390] as const;

/** Opens a surface in the width that the window has. */
export async function openSurface(
  { page, open }: Pick<ShellPage, "page" | "open">,
  { query, text }: Surface,
  theme: "light" | "dark",
): Promise<void> {
  await open(`${query}&theme=${theme}`);
  await page.locator("main").getByText(text, { exact: true }).first().waitFor();
  await page.locator(".shell-main :is(article, iframe)").first().waitFor();
}

/** Resizes the window, and waits until the shell is arranged for its width. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction(
    (width) =>
      (document.querySelector(".shell-sidebar") !== null) === width >= 900 &&
      (document.querySelector(".shell-main > .shell-toolbar") !== null) === width < 576,
    width,
  );
}
