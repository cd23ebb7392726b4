import assert from "node:assert/strict";
import { cp, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileAnyWidget } from "../../../web/bundler/compile.ts";
import type { CompiledWidget } from "../../../web/bundler/compiled_widget.ts";
import { DiagnosticError } from "../../../web/bundler/diagnostic.ts";
import { PlainGroups } from "../../../web/bundler/plain_groups.ts";
import { compilePlainWidget, compilePlainWidgets } from "../../../web/bundler/plain_widget.ts";
import { discoverWidgets } from "../../../web/bundler/project.ts";
import { SourceFiles } from "../../../web/bundler/source_files.ts";
import { MANIFEST, ProjectFolder, WIDGET } from "./project_folder.ts";

const PROJECTS = fileURLToPath(new URL("../../../fixtures/projects", import.meta.url));

/** When all that the tests have written is long written. */
const later = () => Date.now() + 60_000;

async function compareWidgets(root: string): Promise<{ plain: string[]; other: string[] }> {
  const found: { plain: string[]; other: string[] } = { plain: [], other: [] };
  for (const widget of (await discoverWidgets(root)).widgets) {
    const [plainFiles, files] = [new SourceFiles(root), new SourceFiles(root)];
    const plain = await compilePlainWidget(plainFiles, widget, later());
    const compiled = await compileAnyWidget(files, widget).catch(() => null);
    (plain ? found.plain : found.other).push(widget.name);
    if (!plain) continue;
    assert.deepEqual(plain, compiled, widget.name);
    assert.deepEqual(await plainFiles.digests(), await files.digests(), widget.name);
  }
  return found;
}

Deno.test("a widget that is compiled the plain way is the same to the byte, whatever sample it is", async () => {
  await using project = await ProjectFolder.create({});
  for (const name of await readdir(PROJECTS)) {
    await cp(join(PROJECTS, name), join(project.path, name), { recursive: true });
  }
  let plain = 0;
  for (const name of await readdir(PROJECTS)) {
    plain += (await compareWidgets(join(project.path, name))).plain.length;
  }
  assert.ok(plain > 50, String(plain));
});

/** A widget compiled, or why it is not. */
async function outcomeOf(compiled: Promise<CompiledWidget>): Promise<unknown> {
  return await compiled.catch((error) => {
    assert.ok(error instanceof DiagnosticError, String(error));
    return error.diagnostics;
  });
}

/** Compares what becomes of each widget of a project by groups with what becomes of it alone. */
async function compareGroups(root: string): Promise<void> {
  const { widgets } = await discoverWidgets(root);
  const sources = widgets.map((widget) => ({ widget, files: new SourceFiles(root) }));
  const groups = new PlainGroups(sources, later);
  const together = await Promise.all(sources.map((source) => outcomeOf(groups.compile(source))));
  for (const [index, { widget, files }] of sources.entries()) {
    const alone = new SourceFiles(root);
    assert.deepEqual(together[index], await outcomeOf(compileAnyWidget(alone, widget)), widget.name);
    assert.deepEqual(await files.digests(), await alone.digests(), widget.name);
  }
}

Deno.test("widgets that are compiled together are the same to the byte as each alone", async () => {
  await using project = await ProjectFolder.create({});
  for (const name of await readdir(PROJECTS)) {
    await cp(join(PROJECTS, name), join(project.path, name), { recursive: true });
    await compareGroups(join(project.path, name));
  }
});

Deno.test("more widgets than a group holds are compiled by one call for each group", async () => {
  await using project = await ProjectFolder.create({});
  for (let index = 101; index < 150; index++) {
    // Every third widget has class names of its own, which esbuild makes different from each other in one call.
    const [css, className] = index % 3 === 0 ? ["part.module.css", "s.big"] : ["part.css", '"big"'];
    await project.write(
      `widgets/${index}_x/widget.tck.tsx`,
      `import { words } from "../shared.ts"; import "./widget.css"; import * as s from "./${css}"; void s; ${MANIFEST}
      export default () => <p className={${className}}>{words[${index}]}</p>;`,
    );
    await project.write(`widgets/${index}_x/widget.css`, `p { margin: ${index}px }`);
    await project.write(`widgets/${index}_x/${css}`, `.big { padding: ${index}px }`);
  }
  await project.write("widgets/shared.ts", "export const words = [1, 2]; export const unused = 3;");
  await compareGroups(project.path);
  const { widgets } = await discoverWidgets(project.path);
  const sources = widgets.slice(0, 16).map((widget) => ({ widget, files: new SourceFiles(project.path) }));
  const compiled = await compilePlainWidgets(sources, later());
  assert.equal(compiled?.filter((widget) => widget !== null).length, 16);
});

/** What esbuild alone would let pass, or read in another way. */
const SPECIAL: { [what: string]: { [file: string]: string } } = {
  "001_plain": { "widget.tck.tsx": WIDGET },
  "002_absolute": { "widget.tck.tsx": WIDGET, "a.ts": "" },
  "003_remote": { "widget.tck.tsx": `import "https://cdn.example/a.js";\n${WIDGET}` },
  "004_host": { "widget.tck.tsx": `import "react-dom/client";\n${WIDGET}` },
  "005_required": { "widget.tck.tsx": `export const React = require("react");\n${WIDGET}` },
  "006_remote-image": {
    "widget.tck.tsx": `import "./a.css";\n${WIDGET}`,
    "a.css": `p { background: url(https://cdn.example/a.png) }`,
  },
  "007_selector": { "widget.tck.tsx": `import "./a.css";\n${WIDGET}`, "a.css": `html.dark p { color: red }` },
  "008_tailwind": { "widget.tck.tsx": `import "./a.css";\n${WIDGET}`, "a.css": `@import "tailwindcss";` },
  "009_warning": { "widget.tck.tsx": `${WIDGET}\nexport const twice = { a: 1, a: 2 };` },
  "010_large-image": {
    "widget.tck.tsx": `import image from "./a.svg"; ${MANIFEST}
      export default function Hello() { return <img src={image} alt="" />; }`,
    "a.svg": `<svg xmlns="http://www.w3.org/2000/svg">${"<path/>".repeat(40_000)}</svg>`,
  },
  "011_text": {
    "widget.tck.tsx": `import text from "./a.ts" with { type: "text" }; ${MANIFEST}
      export default function Hello() { return <p>{text}</p>; }`,
    "a.ts": "hello",
  },
};

Deno.test("only a widget that esbuild alone compiles rightly is compiled the plain way, and none that was just written", async () => {
  await using project = await ProjectFolder.create({});
  for (const [name, files] of Object.entries(SPECIAL)) {
    for (const [file, text] of Object.entries(files)) await project.write(`widgets/${name}/${file}`, text);
  }
  const absolute = JSON.stringify(join(project.path, "widgets/002_absolute/a.ts"));
  await project.write("widgets/002_absolute/widget.tck.tsx", `import ${absolute};\n${WIDGET}`);
  await project.write("widgets/012_fresh/widget.tck.tsx", WIDGET);
  await project.write(
    "widgets/013_fresh-part/widget.tck.tsx",
    `import "../012_fresh/widget.tck.tsx"; ${WIDGET}`,
  );
  await utimes(join(project.path, "widgets/012_fresh/widget.tck.tsx"), new Date(), new Date(later()));
  await compareGroups(project.path);
  const { plain, other } = await compareWidgets(project.path);
  assert.deepEqual(plain, ["001_plain"]);
  assert.equal(other.length, Object.keys(SPECIAL).length + 1);
});
