import assert from "node:assert/strict";
import { MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

const PACKAGE = {
  "node_modules/shapes/package.json":
    '{ "name": "shapes", "version": "1.0.0", "type": "module", "module": "index.js", "sideEffects": false }',
  "node_modules/shapes/index.js": `"use strict";
import * as all from "./all.js";
export { all as everyShape };
export { default as Circle, default as Disc } from "./circle.js";
export { default as Square } from "./square.js";
export { sides } from "./sides.js";
`,
  "node_modules/shapes/all.js":
    'export { default as Circle } from "./circle.js"; export { default as Square } from "./square.js";',
  "node_modules/shapes/circle.js": 'export default () => "circle";',
  "node_modules/shapes/square.js": 'export default () => "square";',
  "node_modules/shapes/sides.js": "export const sides = 4;",
};

const widget = (imports: string, body: string) =>
  `${imports} ${MANIFEST} export default function Hello() { return <p>{${body}}</p>; }`;

/** Builds a widget that uses the package. Returns its module and the files of the package that were read. */
async function build(source: string, files: { [file: string]: string } = {}) {
  await using project = await ProjectFolder.create({ [SOURCE]: source, ...PACKAGE, ...files });
  const { diagnostics } = await project.build();
  if (diagnostics.length > 0) return { diagnostics, module: "", read: [] };
  const [, record] = new TextDecoder().decode(await project.read("dist/.tck-build.json")).split(/\n([^]*)/);
  const inputs = Object.keys(JSON.parse(record!).widgets["001_hello"].inputs);
  return {
    diagnostics,
    module: new TextDecoder().decode((await project.bundle("001_hello")).module),
    read: inputs.flatMap((file) => /^node_modules\/shapes\/(\w+)\.js$/.exec(file)?.[1] ?? []).sort(),
  };
}

Deno.test("of a package that only exports other modules, those are read that the widget names", async () => {
  const { module, read } = await build(widget(`import { Disc } from "shapes";`, "Disc()"));
  assert.match(module, /circle/);
  assert.deepEqual(read, ["circle", "index"]);
});

Deno.test("two files of a widget share the modules that both name", async () => {
  const { module, read } = await build(
    widget(`import { Circle } from "shapes"; import { both } from "./both.ts";`, "Circle() + both()"),
    {
      "widgets/001_hello/both.ts":
        'import { Circle as Round, Square } from "shapes"; export const both = () => Round() + Square();',
    },
  );
  assert.deepEqual(read, ["circle", "index", "square"]);
  assert.equal(module.match(/"circle"|`circle`/g)?.length, 1);
});

Deno.test("all modules are read for an import of all names, and for a name that stands for all", async () => {
  const everything = ["all", "circle", "index", "sides", "square"];
  const star = await build(widget(`import * as s from "shapes";`, `s["Squ" + "are"]() + s.sides`));
  assert.deepEqual(star.read, everything);
  assert.match(star.module, /square/);
  for (const form of ["/* from here */ * as /* all */ s", "// a\n* as s", "* as\nформы"]) {
    const name = form.includes("формы") ? "формы" : "s";
    const { read } = await build(widget(`import ${form} from "shapes";`, `${name}["Squ" + "are"]()`));
    assert.deepEqual(read, everything, form);
  }
  const named = await build(widget(`import { everyShape } from "shapes";`, `everyShape["Squ" + "are"]()`));
  assert.deepEqual(named.read, ["all", "circle", "index", "square"]);
});

Deno.test("a package with code of its own, or with side effects, is read as a whole", async () => {
  const source = widget(`import { Circle } from "shapes";`, "Circle()");
  const index = "node_modules/shapes/index.js";
  const code = await build(source, { [index]: `${PACKAGE[index]} export const version = String(1);` });
  assert.deepEqual(code.read, ["all", "circle", "index", "sides", "square"]);
  const manifest = "node_modules/shapes/package.json";
  const effects = await build(source, {
    [manifest]: PACKAGE[manifest].replace(', "sideEffects": false', ""),
  });
  assert.deepEqual(effects.read, ["all", "circle", "index", "sides", "square"]);
});

Deno.test("a name that the package does not export is rejected at the author's line", async () => {
  const { diagnostics } = await build(widget(`import { Triangle } from "shapes";`, "Triangle()"));
  assert.deepEqual(diagnostics.map(({ code, file, line, message }) => [code, file, line, message]), [
    ["import.unknown_name", SOURCE, 1, 'No matching export in "shapes" for import "Triangle"'],
  ]);
});
