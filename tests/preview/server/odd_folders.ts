import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startPreview } from "../../../preview/server/mod.ts";
import { Project } from "../session/project.ts";

const source = (text: string) =>
  `import { words } from "./words.ts";
import dot from "./dot.svg";
import { part } from "part";
import { linked } from "linked";
import "./widget.css";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>${text} {words} {part} {linked} {dot.slice(0, 9)}</p>; }
`;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

const files = (folder: string) => ({
  [`${folder}/package.json`]: "{}",
  [`${folder}/widgets/001_hello/widget.tck.tsx`]: source("first"),
  [`${folder}/widgets/001_hello/words.ts`]: 'export const words = "words";',
  [`${folder}/widgets/001_hello/dot.svg`]: SVG,
  [`${folder}/widgets/001_hello/widget.css`]: '@import "./more.css"; p { background-image: url(./dot.svg) }',
  [`${folder}/widgets/001_hello/more.css`]: "p { padding: 7px }",
  [`${folder}/node_modules/part/package.json`]: '{ "name": "part", "main": "part.cjs" }',
  [`${folder}/node_modules/part/part.cjs`]: 'exports.part = "part";',
  [`${folder}/node_modules/.pnpm/linked@1/node_modules/linked/package.json`]:
    '{ "name": "linked", "main": "a.js" }',
  [`${folder}/node_modules/.pnpm/linked@1/node_modules/linked/a.js`]:
    'export { beside as linked } from "beside";',
  [`${folder}/node_modules/.pnpm/linked@1/node_modules/beside/package.json`]:
    '{ "name": "beside", "main": "a.js" }',
  [`${folder}/node_modules/.pnpm/linked@1/node_modules/beside/a.js`]: 'export const beside = "linked";',
});

/** A folder whose name has all of the characters of addresses. */
export const ODD = "#a 50% my%20x a?b a:b {a,b} [x] * ä&'$(1)";

/** A project in a folder of a name. */
export async function createProjectIn(folder: string): Promise<{ project: Project; cwd: string }> {
  const project = await Project.create(files(folder));
  const cwd = join(project.path, folder);
  await symlink(".pnpm/linked@1/node_modules/linked", join(cwd, "node_modules/linked"));
  return { project, cwd };
}

/** A preview of a folder. */
interface ShownFolder {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Shows a project in a folder of a name, and edits its module and its stylesheet. By default the preview is in this process. */
export async function checkFolder(
  page: Page,
  folder: string,
  start: (cwd: string) => Promise<ShownFolder> = (cwd) => startPreview({ cwd, port: 0 }),
): Promise<void> {
  const { project, cwd } = await createProjectIn(folder);
  await using _ = project;
  const preview = await start(cwd);
  try {
    await page.goto(new URL("?widget=001_hello", preview.url).href);
    const card = page.locator("article[data-widget-id] p");
    await card.filter({ hasText: "first words part linked data:imag" }).waitFor({ timeout: 90_000 });
    const [padding, background] = await card.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.padding, style.backgroundImage];
    });
    assert.deepEqual([padding, background!.slice(0, 14)], ["7px", 'url("data:imag']);
    await project.write(`${folder}/widgets/001_hello/words.ts`, 'export const words = "edited";');
    await card.filter({ hasText: "first edited" }).waitFor({ timeout: 90_000 });
    await project.write(`${folder}/widgets/001_hello/more.css`, "p { padding: 9px }");
    await page.waitForFunction(
      () => {
        const root = document.querySelector("article[data-widget-id]")!.shadowRoot!;
        return getComputedStyle(root.querySelector("p")!).padding === "9px";
      },
      null,
      { timeout: 90_000 },
    );
    await page.getByText("The build accepts this widget.").waitFor({ timeout: 90_000 });
  } finally {
    await preview.close();
  }
}
