import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";

const SECRET = "s3cret";

const PACKAGE = "node_modules/part/index.js";
const USES_PACKAGE =
  `import { part } from "part"; ${MANIFEST}\nexport default function Hello() { return <p>{part}</p>; }`;
const STYLES = "widgets/001_hello/widget.css";
const STYLED = `import "./widget.css";\n${WIDGET}`;
const PART = 'export const part = "part";';

/** The files of a widget that refers to a source map in each of the ways, by what `end` writes to the end of a text. */
const projects: { readonly [where: string]: (end: (open?: string, close?: string) => string) => object } = {
  "the widget": (end) => ({ [SOURCE]: WIDGET + end() }),
  "the widget, in a block": (end) => ({ [SOURCE]: WIDGET + end("/*#", "*/") }),
  "the widget, in the old form": (end) => ({ [SOURCE]: WIDGET + end("//@") }),
  "a file of the widget": (end) => ({
    [SOURCE]: `import { part } from "./part.js"; ${MANIFEST}\nexport default () => <p>{part}</p>;`,
    "widgets/001_hello/part.js": PART + end(),
  }),
  "a package": (end) => ({ [SOURCE]: USES_PACKAGE, [PACKAGE]: PART + end() }),
  "a set of modules": (end) => ({
    [SOURCE]: USES_PACKAGE,
    [PACKAGE]: `export { part ${end("/*#", "*/")} } from "./part.js";`,
    "node_modules/part/package.json": '{ "name": "part", "main": "index.js", "sideEffects": false }',
    "node_modules/part/part.js": PART,
  }),
  "the address of a module": (end) => ({
    [SOURCE]: `import { part } from ${
      JSON.stringify(`data:text/javascript,${encodeURIComponent(PART + end())}`)
    }; ${MANIFEST}\nexport default () => <p>{part}</p>;`,
  }),
  "a stylesheet": (end) => ({ [SOURCE]: STYLED, [STYLES]: `p { color: red } ${end("/*#", "*/")}` }),
  "a stylesheet that ends in a comment": (end) => ({
    [SOURCE]: STYLED,
    [STYLES]: `p { color: red } ${end("/*#", "")}`,
  }),
  "a stylesheet of classes": (end) => ({
    [SOURCE]: `import * as styles from "./w.module.css"; ${MANIFEST}
export default function Hello() { return <p className={styles.a}>x</p>; }`,
    "widgets/001_hello/w.module.css": `.a { color: red } ${end("/*@", "*/")}`,
  }),
};

// claim: build-own-project
Deno.test("a source map that a text refers to is not read, and no file that it names", async () => {
  await using outside = await ProjectFolder.create({ "secret.env": SECRET });
  const secret = join(outside.path, "secret.env");
  const map = JSON.stringify({ version: 3, sources: [secret], mappings: "AAAA" });
  const file = join(outside.path, "other.map");
  await writeFile(file, map);
  const inline = `data:application/json;base64,${Buffer.from(map).toString("base64")}`;
  for (const [where, create] of Object.entries(projects)) {
    for (const address of [inline, file, `file://${file}`]) {
      const end = (open = "//#", close = "") => `\n${open} sourceMappingURL=${address} ${close}\n`;
      await using project = await ProjectFolder.create(create(end) as { [path: string]: string });
      const report = await project.build();
      const found = JSON.stringify(report) + await readOutputs(project);
      assert.ok(!found.includes(SECRET) && !found.includes("secret.env"), `${where}: ${address}`);
      const codes = report.diagnostics.map(({ code }) => code);
      assert.deepEqual(codes, where.endsWith("in a comment") ? ["source.syntax"] : [], where);
    }
  }
});

Deno.test("the map of a widget has the texts of its files as they are", async () => {
  const part = `${PART}\n//# sourceMappingURL=part.js.map`;
  await using project = await ProjectFolder.create({ [SOURCE]: USES_PACKAGE, [PACKAGE]: part });
  await project.build();
  const map = JSON.parse(new TextDecoder().decode(await project.read("dist/001_hello.map.json")));
  assert.deepEqual(map.sources, [`../${PACKAGE}`, `../${SOURCE}`]);
  assert.deepEqual(map.sourcesContent, [part, USES_PACKAGE]);
});

Deno.test("a module that a package leaves out for browsers stays left out", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: USES_PACKAGE,
    [PACKAGE]:
      'import * as server from "./server.js"; export const part = Object.keys(server).join() + "shown";',
    "node_modules/part/server.js": "export const forServers = 1;",
    "node_modules/part/package.json": '{ "name": "part", "browser": { "./server.js": false } }',
  });
  assert.deepEqual((await project.build()).diagnostics, []);
  assert.ok(!(await readOutputs(project)).includes("forServers"));
});

async function readOutputs(project: ProjectFolder): Promise<string> {
  const names = await readdir(join(project.path, "dist"));
  const texts = await Promise.all(names.map(async (name) => {
    if (!name.endsWith(".tckb")) return new TextDecoder().decode(await project.read(`dist/${name}`));
    const { module, css } = await project.bundle(name.replace(".tckb", ""));
    return new TextDecoder().decode(module) + new TextDecoder().decode(css ?? new Uint8Array());
  }));
  return texts.join("\n");
}
