import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPreview } from "../../../preview/server/mod.ts";
import { installPackages } from "../../web/bundler/installed_packages.ts";
import { Project } from "../session/project.ts";
import { openStage } from "./stage_page.ts";

const source = (classes: string) =>
  `import "./widget.css";
import names from "./names.module.css";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p className={"${classes} " + names.spaced}>hello</p>; }
`;

const CSS = "@import 'tailwindcss/theme' layer(theme); @import 'tailwindcss/utilities' layer(utilities);";

for (
  const [title, sheets, edited] of [
    ["as they are written", { "widgets/001_hello/widget.css": CSS }, "widgets/001_hello/widget.css"],
    [
      "by a stylesheet that the widget's imports",
      {
        "widgets/001_hello/widget.css": `@import "../../styles/all.css";`,
        "styles/all.css": `@import url("./tokens.css");`,
        "styles/tokens.css": CSS,
      },
      "styles/tokens.css",
    ],
  ] as const
) {
  Deno.test(`classes of Tailwind are styled ${title}, by the bundler's own rules`, async () => {
    await using project = await createProject(sheets);
    const preview = await startPreview({ cwd: project.path, port: 0 });
    await using _ = { [Symbol.asyncDispose]: preview.close };
    await using stage = await openStage(preview.url, "?widget=001_hello");
    const text = stage.page.locator("article[data-widget-id] p");
    const style = (name: string) =>
      text.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
    assert.deepEqual([await style("rotate"), await style("letter-spacing")], ["45deg", "1.6px"]);

    await writeFile(
      join(project.path, "widgets/001_hello/widget.tck.tsx"),
      source("rotate-12 translate-x-4"),
    );
    await stage.page.waitForFunction(() => {
      const element = document.querySelector("article[data-widget-id]")!.shadowRoot!.querySelector("p")!;
      return getComputedStyle(element).translate === "16px" && getComputedStyle(element).rotate === "12deg";
    });
    assert.equal(await style("letter-spacing"), "1.6px");

    await writeFile(join(project.path, edited), `${CSS} @theme { --spacing: 10px }`);
    await stage.page.waitForFunction(() => {
      const element = document.querySelector("article[data-widget-id]")!.shadowRoot!.querySelector("p")!;
      return getComputedStyle(element).translate === "40px";
    });
    assert.equal(stage.loads(), 1);
    assert.deepEqual(stage.errors, []);
  });
}

/** A project of one widget, with Tailwind and the given stylesheets. */
async function createProject(sheets: { readonly [path: string]: string }): Promise<Project> {
  const project = await Project.create({
    "package.json": "{}",
    "widgets/001_hello/widget.tck.tsx": source("rotate-45"),
    "widgets/001_hello/names.module.css": `@reference "tailwindcss"; .spaced { @apply tracking-widest }`,
    ...sheets,
  });
  installPackages(project.path, ["tailwindcss", "@tailwindcss/oxide"]);
  return project;
}
