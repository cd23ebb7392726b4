// budget: 45 s: TypeScript reads the declarations of browsers, and the page's test loads the compilers
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readDeclarations } from "../../docs/site/playground/types/declarations.ts";
import { ProjectTypes } from "../../docs/site/playground/types/project_types.ts";
import type { Place, TypesAnswers, TypesQuestions } from "../../docs/site/playground/types/messages.ts";
import { inPlayground, waitForStatus, waitForText, widgetThatShows, writeSource } from "./playground_page.ts";

const types = new ProjectTypes(await readDeclarations());

const FILE = "widgets/001_widget/widget.tck.tsx";

/** Asks about a source with a mark at the place that is asked about. */
function ask<Asked extends keyof TypesAnswers>(
  source: string,
  asked: Asked,
  question: (place: Place) => TypesQuestions[Asked],
): TypesAnswers[Asked] {
  const place = { file: FILE, at: source.indexOf("▮") };
  return types.answer({
    files: new Map([[FILE, source.replace("▮", "")]]),
    asked,
    question: question(place),
  });
}

const PROJECTS = fileURLToPath(new URL("../../fixtures/projects", import.meta.url));

Deno.test("the samples and the gallery have no type errors, but for packages that the page lacks", async () => {
  for (const project of ["morning-brief", "gallery"]) {
    const widgets = join(PROJECTS, project, "widgets");
    const files = new Map<string, string>();
    for (const path of await readdir(widgets, { recursive: true })) {
      if (/\.\w+$/.test(path)) files.set(`widgets/${path}`, await readFile(join(widgets, path), "utf8"));
    }
    const errors = types.answer({ files, asked: "errors", question: null });
    const messages = errors.map(({ file, line, message }) => `${file}:${line} ${message}`);
    assert.deepEqual(messages.filter((message) => !message.includes("'lucide-react'")), []);
  }
});

Deno.test("names of the kit are offered where nothing is imported, with the import", () => {
  const source = `export const card = <Sta▮ />;\n`;
  const { from, offered } = ask(source, "names", (place) => place);
  assert.equal(from, source.indexOf("Sta"));
  const stat = offered.find(({ name, source }) => name === "Stat" && source === "@tck/kit")!;
  const details = ask(source, "details", (place) => ({ ...place, offered: stat }))!;
  assert.match(details.text, /Stat/);
  assert.deepEqual(details.changes, [{ from: 0, to: 0, insert: 'import { Stat } from "@tck/kit";\n\n' }]);
});

Deno.test("props, the values of a prop, and the fields of a state are offered", () => {
  const namesOf = (source: string) => ask(source, "names", (place) => place).offered.map(({ name }) => name);
  const kit = `import { defineManifest, Text, useWidgetState } from "@tck/kit";\n`;
  assert.ok(namesOf(`${kit}export const text = <Text t▮>a</Text>;`).includes("tone"));
  assert.ok(namesOf(`${kit}export const text = <Text tone="▮">a</Text>;`).includes("positive"));
  const manifest = `export const manifest = defineManifest({
    id: "a", cardType: "feed", sizes: ["1x1"], defaultState: { degrees: 12 },
  });\n`;
  assert.deepEqual(namesOf(`${kit}${manifest}export const value = useWidgetState(manifest).▮`), ["degrees"]);
});

Deno.test("errors are those of the files as they are now, after one was edited, removed, and is there again", () => {
  const other = "widgets/001_widget/other.ts";
  const main = `import { word } from "./other.ts";\nexport const text: string = word;\n`;
  const codesOf = (files: { readonly [path: string]: string }) =>
    types.answer({
      files: new Map(Object.entries({ [FILE]: main, ...files })),
      asked: "errors",
      question: null,
    })
      .map(({ message }) => /TS\d+/.exec(message)?.[0]);
  const right = { [other]: 'export const word = "a";' };
  assert.deepEqual(codesOf(right), []);
  assert.deepEqual(codesOf({ [other]: "export const word = 1;" }), ["TS2322"]);
  assert.deepEqual(codesOf({}), ["TS2307"]);
  assert.deepEqual(codesOf(right), []);
});

Deno.test("what stands at a place is described with its documentation", () => {
  const found = ask(
    `import { useWidgetSta▮te } from "@tck/kit";`,
    "description",
    (place) => place,
  )!;
  assert.match(found.text, /useWidgetState<.*\n\n\S/s);
});

Deno.test("in the page, a type error is at its line beside the card, and a name is completed by keyboard", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await writeSource(page, widgetThatShows("typed").replace("<Text>", '<Text tone="none">'));
    await page.waitForFunction(() =>
      /^Built: \d+ bytes, 1 error$/.test(document.querySelector("#status")!.textContent)
    );
    assert.match(
      (await page.textContent("#problems"))!,
      /^widget\.tck\.tsx:3:\d+ error: .*\(TS2322\) \[types\.error\]/,
    );
    await page.locator(".cm-lint-marker-error").waitFor();
    await waitForText(page, "typed");

    await writeSource(page, "\nexport const card = <CardHead");
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li[aria-selected]", { hasText: "CardHeader" }).waitFor();
    await page.locator(".cm-completionInfo", { hasText: "CardHeader" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".cm-line", { hasText: 'import { CardHeader } from "@tck/kit";' }).waitFor();
    await page.keyboard.press("ControlOrMeta+i");
    await page.locator(".cm-tooltip .cm-described", { hasText: "CardHeader" }).waitFor();
  }));
