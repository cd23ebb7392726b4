import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DiagnosticCode } from "../../../web/bundler/mod.ts";
import { MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";
import { createTailwindProject } from "./tailwind_project.ts";

const SECRET = "s3cret";
const STYLES = "widgets/001_hello/widget.css";
const STYLED = `import "./widget.css";\n${WIDGET}`;

/** Another project's folder, whose files no widget may embed. */
const OTHER = {
  "part.js": `export const part = "${SECRET}";`,
  "part.css": `.${SECRET} { color: red }`,
  "sun.svg": `<svg><title>${SECRET}</title></svg>`,
  "secret.txt": `${SECRET} ${SECRET}`,
  "secret.json": `{ "a": "${SECRET}" }`,
  "index.js": `export const part = "${SECRET}";`,
  "package.json": `{ "name": "part", "style": "part.css", "version": "${SECRET}" }`,
  "node_modules/part/index.js": `export const part = "${SECRET}";`,
  "node_modules/part/package.json": `{ "name": "part" }`,
};

interface Attack {
  /** The widget's source, in which OTHER is the other folder's name. */
  readonly source: string;
  readonly files?: { readonly [path: string]: string };
  /** Links of the project, by path; OTHER is the other folder's whole path. */
  readonly links?: { readonly [path: string]: string };
  readonly codes?: readonly DiagnosticCode[];
}

const shows = (specifier: string, attributes = "") =>
  `import * as part from ${JSON.stringify(specifier)}${attributes};
  ${MANIFEST} export default function Hello() { return <p>{JSON.stringify(part)}</p>; }`;

const PART = { "node_modules/part/package.json": '{ "name": "part" }' };

const attacks: { readonly [what: string]: Attack } = {
  "node_modules that is a link to /etc": {
    source: shows("../../node_modules/hostname", ' with { type: "text" }'),
    links: { node_modules: "/etc" },
  },
  "node_modules that is a link to another folder": {
    source: shows("../../node_modules/part.js"),
    links: { node_modules: "OTHER" },
  },
  "node_modules that is a link to another project's": {
    source: shows("part"),
    links: { node_modules: "OTHER/node_modules" },
  },
  "the builder's environment, by a link to /proc/self": {
    source: shows("../../node_modules/part/environ", ' with { type: "text" }'),
    links: { "node_modules/part": "/proc/self" },
  },
  "the builder's environment, by a link to it": {
    source: shows("./environ.txt"),
    links: { "widgets/001_hello/environ.txt": "/proc/self/environ" },
  },
  "a package that is a link to another folder": {
    source: shows("part"),
    links: { "node_modules/part": "OTHER" },
  },
  "a package that is a link to another project's package": {
    source: shows("part"),
    links: { "node_modules/part": "OTHER/node_modules/part" },
  },
  "a package of a scope that is a link to another folder": {
    source: shows("@acme/node_modules/part"),
    links: { "node_modules/@acme": "OTHER" },
  },
  "a file of a package that is a link": {
    source: shows("part"),
    files: PART,
    links: { "node_modules/part/index.js": "OTHER/index.js" },
  },
  "a folder of a package that is a link": {
    source: shows("part/lib/secret.json"),
    files: PART,
    links: { "node_modules/part/lib": "OTHER" },
  },
  "a package.json that is a link": {
    source: shows("part"),
    files: { "node_modules/part/index.js": "export const own = 1;" },
    links: { "node_modules/part/package.json": "OTHER/secret.txt" },
  },
  "exports that lead out of the package": {
    source: shows("part"),
    files: { "node_modules/part/package.json": '{ "exports": { ".": "./../../../OTHER/index.js" } }' },
    codes: ["import.forbidden", "import.unresolved"],
  },
  "main that leads out of the package": {
    source: shows("part"),
    files: { "node_modules/part/package.json": '{ "main": "../../../OTHER/index.js" }' },
  },
  "browser that leads out of the package": {
    source: shows("part"),
    files: {
      "node_modules/part/package.json": '{ "browser": { "./index.js": "../../../OTHER/index.js" } }',
      "node_modules/part/index.js": "export const own = 1;",
    },
    codes: ["import.forbidden", "import.unresolved"],
  },
  "imports of a package.json that lead out of it": {
    source: shows("#part"),
    files: { "package.json": '{ "imports": { "#part": "./../OTHER/index.js" } }' },
    codes: ["import.forbidden", "import.unresolved"],
  },
  "paths of a tsconfig.json": {
    source: shows("part"),
    files: { "tsconfig.json": '{ "compilerOptions": { "paths": { "part": ["../OTHER/index.js"] } } }' },
    codes: ["import.unresolved"],
  },
  "paths of a package's tsconfig.json": {
    source: shows("part"),
    files: {
      ...PART,
      "node_modules/part/index.ts": 'export * from "secret";',
      "node_modules/part/tsconfig.json":
        '{ "compilerOptions": { "paths": { "secret": ["../../../OTHER/index.js"] } } }',
    },
    codes: ["import.unresolved"],
  },
  "@import of a package that is a link": {
    source: STYLED,
    files: { [STYLES]: '@import "part/part.css";' },
    links: { "node_modules/part": "OTHER" },
  },
  "@import of a package by its entry for stylesheets": {
    source: STYLED,
    files: {
      [STYLES]: '@import "part";',
      "node_modules/part/package.json": '{ "style": "../../../OTHER/part.css" }',
    },
  },
  "url() of a package that is a link": {
    source: STYLED,
    files: { [STYLES]: "p { background: url(part/sun.svg) }" },
    links: { "node_modules/part": "OTHER" },
  },
  "an image of a package that is a link": {
    source: shows("part/sun.svg"),
    links: { "node_modules/part": "OTHER" },
  },
  "a dynamic import of a package that is a link": {
    source: `export const late = () => import("part");\n${WIDGET}`,
    links: { "node_modules/part": "OTHER" },
  },
  "require() of a package that is a link": {
    source: `export const late = () => require("part");\n${WIDGET}`,
    links: { "node_modules/part": "OTHER" },
  },
};

for (
  const [what, { source, files = {}, links = {}, codes = ["import.forbidden"] }] of Object.entries(attacks)
) {
  // claim: build-own-project
  Deno.test(`a widget embeds nothing from elsewhere by ${what}`, async () => {
    await using other = await ProjectFolder.create(OTHER);
    const named = (text: string) => text.replaceAll("OTHER", basename(other.path));
    await using project = await ProjectFolder.create({});
    for (const [path, text] of Object.entries(files)) await project.write(path, named(text));
    for (const [path, target] of Object.entries(links)) {
      await mkdir(dirname(join(project.path, path)), { recursive: true });
      await symlink(target.replace("OTHER", other.path), join(project.path, path));
    }
    await project.write(SOURCE, named(source));
    const { diagnostics, widgets } = await project.build();
    assert.deepEqual(widgets.map(({ status }) => status), ["failed"]);
    assert.ok(diagnostics.some(({ code }) => codes.includes(code)), JSON.stringify(diagnostics, null, 1));
    assert.doesNotMatch(JSON.stringify(diagnostics), new RegExp(SECRET));
  });
}

// claim: build-own-project
Deno.test("Tailwind embeds nothing from a package that is a link, and is not loaded by one", async () => {
  await using other = await ProjectFolder.create(OTHER);
  await using project = await createTailwindProject(
    STYLED,
    '@import "tailwindcss/utilities"; @import "part/part.css";',
  );
  await symlink(other.path, join(project.path, "node_modules/part"));
  assert.deepEqual((await project.build()).diagnostics.map(({ code }) => code), ["import.forbidden"]);

  await using linked = await ProjectFolder.create({ [SOURCE]: STYLED, [STYLES]: '@import "tailwindcss";' });
  await symlink(join(project.path, "node_modules"), join(linked.path, "node_modules"));
  assert.deepEqual((await linked.build()).diagnostics.map(({ code }) => code), ["tailwind.missing"]);
});

const NOTE = { "widgets/001_hello/note.txt": "a note", "node_modules/part/note.txt": "a note" };

for (
  const [what, source, files] of [
    ["text", shows("./note.txt", ' with { type: "text" }'), NOTE],
    ["text, of a package", shows("part/note.txt", ' with { type: "text" }'), NOTE],
    ["bytes", shows("./note.txt", ' with { type: "bytes" }'), NOTE],
    ["json, of a file of another type", shows("./note.txt", ' with { type: "json" }'), NOTE],
    ["json, of a package's file of another type", shows("part/note.txt", ' with { type: "json" }'), NOTE],
    ["another attribute", shows("./note.txt", ' with { kind: "json" }'), NOTE],
  ] as const
) {
  // claim: build-own-project
  Deno.test(`an import attribute is rejected with what is possible instead: ${what}`, async () => {
    await using project = await ProjectFolder.create({ [SOURCE]: source, ...files });
    const { diagnostics: [first, ...others] } = await project.build();
    assert.deepEqual(others, []);
    assert.deepEqual([first!.code, first!.file, first!.line], ["import.forbidden", SOURCE, 1]);
    assert.match(
      first!.message,
      /^the import attribute "\w+: \w+" is not possible in a widget, only "type: json"/,
    );
    assert.match(first!.hint, /without the attribute/);
  });
}

Deno.test("a file without an ending is rejected, in the project and in a package, and none is read as JavaScript", async () => {
  for (const specifier of ["./LICENCE", "part/LICENCE"]) {
    await using project = await ProjectFolder.create({
      [SOURCE]: shows(specifier),
      "widgets/001_hello/LICENCE": "export const part = 1;",
      "node_modules/part/LICENCE": "export const part = 1;",
    });
    const { diagnostics: [first, ...others] } = await project.build();
    assert.deepEqual(others, []);
    assert.deepEqual([first!.code, first!.line], ["source.syntax", 1]);
    assert.match(first!.message, /^No loader is configured for files without an ending: "LICENCE"$/);
    assert.match(first!.hint, /^Import code, \.css, \.json/);
  }
});

for (
  const path of ["./note.txt?raw", "./note.txt?url", "./sun.svg?inline", "./part.ts?raw", "./part.ts?worker"]
) {
  Deno.test(`a query is rejected with what is possible instead: ${path}`, async () => {
    await using project = await ProjectFolder.create({
      [SOURCE]: shows(path),
      "widgets/001_hello/note.txt": "a note",
      "widgets/001_hello/sun.svg": "<svg/>",
      "widgets/001_hello/part.ts": "export const part = 1;",
    });
    const [first] = (await project.build()).diagnostics;
    assert.equal(first!.code, "import.forbidden");
    assert.equal(first!.message, `"${path}" has a query, which is not possible in a widget`);
    assert.match(first!.hint, /without the query: a \.txt file is a text/);
  });
}

Deno.test("the address of an image in a stylesheet may have a query", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: STYLED,
    [STYLES]: "p { background: url('./sun.svg?v=4.7.0') }",
    "widgets/001_hello/sun.svg": "<svg/>",
  });
  assert.deepEqual((await project.build()).diagnostics, []);
});
Deno.test("a .json file is imported with its attribute and without", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: `import one from "./one.json" with { type: "json" }; import two from "./one.json";
      ${MANIFEST} export default function Hello() { return <p>{one.a + two.a}</p>; }`,
    "widgets/001_hello/one.json": '{ "a": "b" }',
  });
  assert.deepEqual((await project.build()).diagnostics, []);
});
