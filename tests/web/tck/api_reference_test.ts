import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import * as kit from "@tck/kit";
import * as charts from "@tck/kit/charts";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import {
  DRAWING_EXPORTS,
  HOST_EXPORTS,
  REFERENCE_FILE,
  REFERENCE_FOLDER,
  REFERENCE_PICTURES,
} from "../../check/api_reference/generate_reference.ts";
import { DIAGNOSTIC_CODES } from "../../../web/bundler/mod.ts";
import { withViews } from "./fitting.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, ROOT), "utf8");
const index = await read(REFERENCE_FILE);
const files = new Map<string, string>();
for (const name of await readdir(new URL(REFERENCE_FOLDER, ROOT))) {
  files.set(`api/${name}`, await read(`${REFERENCE_FOLDER}/${name}`));
}

/** What an author imports, without what hosts and charts use. */
const NAMES = [...Object.keys(kit), ...Object.keys(charts)].filter((name) =>
  ![...HOST_EXPORTS, ...DRAWING_EXPORTS].includes(name)
);

Deno.test("each file of the reference can be read at once", () => {
  assert.ok(files.size >= 8);
  for (const [name, text] of [["API.md", index] as const, ...files]) {
    assert.ok(text.length < 30_000, `${name} has ${text.length} characters`);
  }
});

Deno.test("the index has each export on one line, with the heading that describes it", () => {
  const lines = new Map(
    Array.from(index.matchAll(/^- \[`(\w+)`\]\((api\/\w+\.md)#(\w+)\): .+\.$/gm), ([, name, file, id]) => [
      name!,
      { file: file!, id },
    ]),
  );
  assert.deepEqual(NAMES.filter((name) => !lines.has(name)), []);
  for (const [name, { file, id }] of lines) {
    assert.equal(id, name.toLowerCase());
    assert.equal(files.get(file)?.split(`\n## \`${name}\`\n`).length, 2, `${file} describes ${name} once`);
  }
});

Deno.test("each block and chart has an example, and its picture is a PNG that there is", async () => {
  const pictures = await readdir(new URL(REFERENCE_PICTURES, ROOT));
  const shown = [...files.values()].flatMap((text) =>
    Array.from(text.matchAll(/\]\(\.\.\/pictures\/([^)]+)\)/g), ([, picture]) => picture!)
  );
  assert.ok(shown.length > 20);
  assert.deepEqual(shown.filter((picture) => !picture.endsWith(".png") || !pictures.includes(picture)), []);
  const sections = ["layout", "content", "actions", "charts"].flatMap((name) =>
    files.get(`api/${name}.md`)!.split("\n## `").slice(1)
  );
  assert.deepEqual(
    sections.filter((section) => !section.includes("```tsx")).map((section) => section.split("`")[0]),
    [],
  );
});

Deno.test("props that charts share are in one table", () => {
  const text = files.get("api/charts.md")!;
  for (const prop of ["index", "valueFormatter?", "markExtremes?"]) {
    assert.equal(text.split(`| \`${prop}\` |`).length, 2, prop);
  }
  assert.match(text, /## `LineChart`[^]*?And: props of charts with axes\./);
});

Deno.test("the reference explains every diagnostic code, once, and no other", () => {
  const codes = Array.from(
    files.get("api/diagnostics.md")!.matchAll(/^- `([a-z]+\.[a-z_]+)`: .+\.$/gm),
    ([, code]) => code,
  );
  assert.deepEqual(codes, [...DIAGNOSTIC_CODES]);
});

Deno.test("the room in a card of each size is what the reference says", async () => {
  await withViews(async (page, show) => {
    const rooms: string[][] = [];
    for (const slots of [false, true]) {
      await show("news", { slots });
      rooms.push(
        await page.locator("article").evaluateAll((articles) =>
          articles.map(({ shadowRoot }) => {
            const { width, height } = shadowRoot!.querySelector(".kit-card > .kit-stack")!
              .getBoundingClientRect();
            return `${Math.round(width)} × ${Math.round(height)}`;
          })
        ),
      );
    }
    for (const [index_, size] of WIDGET_SIZES.filter((size) => size !== "fill-auto").entries()) {
      const row = index.split("\n").find((line) => line.startsWith(`| \`${size}\` |`))!;
      assert.ok(
        row.endsWith(`| ${rooms[0]![index_]}, ${rooms[1]![index_]} px |`),
        `${row} ${rooms[0]![index_]}`,
      );
    }
  });
});
