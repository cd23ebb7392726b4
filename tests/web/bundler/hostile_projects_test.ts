import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { DiagnosticCode } from "../../../web/bundler/mod.ts";
import { ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";
import { createTailwindProject } from "./tailwind_project.ts";

const GOOD = "widgets/002_good/widget.tck.tsx";
const STYLES = "widgets/001_hello/widget.css";
const STYLED = `import "./widget.css";\n${WIDGET}`;

/** Milliseconds that compiling a widget may take. */
const DEADLINE = 4_000;

/** Builds a project whose first widget is hostile: that one fails with one of these codes, and the good one is built. */
async function expectCulprit(
  project: ProjectFolder,
  codes: readonly DiagnosticCode[],
): Promise<string> {
  await project.write(GOOD, WIDGET);
  const { widgets, diagnostics } = await project.build({ compileDeadline: DEADLINE });
  assert.deepEqual(widgets.map(({ name, status }) => `${name} ${status}`), [
    "001_hello failed",
    "002_good built",
  ]);
  const [{ code, widget, message, hint }, ...others] = diagnostics as [typeof diagnostics[number]];
  assert.deepEqual(others, []);
  assert.equal(widget, "001_hello");
  assert.ok(codes.includes(code), `${code}: ${message}`);
  assert.ok(message.length < 600 && hint.length > 10, message);
  return message;
}

const HOSTILE: { [what: string]: { files: () => { [file: string]: string }; codes: DiagnosticCode[] } } = {
  "CSS with 50,000 nested :is(": {
    files: () => ({
      [SOURCE]: STYLED,
      [STYLES]: `body ${":is(".repeat(50_000)}a${")".repeat(50_000)} { color: red }`,
    }),
    codes: ["compile.failed", "stylesheet.invalid"],
  },
  "2 MB of brackets in a stylesheet": {
    files: () => ({ [SOURCE]: STYLED, [STYLES]: `a { b: ${"[".repeat(2_000_000)} }` }),
    codes: ["compile.failed", "compile.timeout", "stylesheet.invalid"],
  },
  "2 MB of brackets in a module": {
    files: () => ({
      [SOURCE]: `import "./brackets.ts";\n${WIDGET}`,
      "widgets/001_hello/brackets.ts": `export const a = ${"[".repeat(2_000_000)}`,
    }),
    codes: ["compile.failed", "compile.timeout", "source.syntax"],
  },
  "20,000 nested arrays beside a suspicious word": {
    files: () => ({
      [SOURCE]: `${WIDGET} export const word = typeof localStorage;
        export const nested = ${"[".repeat(20_000)}${"]".repeat(20_000)};`,
    }),
    codes: ["compile.failed"],
  },
  "50,000 nested rules": {
    files: () => ({
      [SOURCE]: STYLED,
      [STYLES]: `${"a { ".repeat(50_000)}color: red${" }".repeat(50_000)}`,
    }),
    codes: ["compile.failed", "compile.timeout", "stylesheet.invalid"],
  },
};

for (const [what, { files, codes }] of Object.entries(HOSTILE)) {
  // claim: build-mistakes-contained
  Deno.test(`${what} fail their own widget, and the others are built`, async () => {
    await using project = await ProjectFolder.create(files());
    await expectCulprit(project, codes);
  });
}

// claim: compilers-limited
Deno.test("@source inline() with 200 million classes fails its own widget, and the others are built", async () => {
  await using project = await createTailwindProject(
    STYLED,
    '@import "tailwindcss/utilities"; @source inline("{1..200000000}");',
  );
  await expectCulprit(project, ["compile.failed", "compile.timeout"]);
});

for (
  const [what, code, message] of [
    ["ends its process", "process.exit(7);", /cannot be compiled: it ends before it is done/],
    ["never returns", "for (;;);", /not compiled after 4 s/],
    ["writes into the answers", `console.log("garbage"); for (;;);`, /its answer is malformed/],
  ] as const
) {
  // claim: compilers-limited
  Deno.test(`a project's own Tailwind that ${what} fails the widget that uses it`, async () => {
    await using project = await ProjectFolder.create({
      [SOURCE]: STYLED,
      [STYLES]: '@import "tailwindcss";',
      "node_modules/tailwindcss/package.json": '{ "version": "4.0.0", "main": "index.js" }',
      "node_modules/tailwindcss/index.js": code,
      "node_modules/@tailwindcss/oxide/package.json": '{ "version": "4.0.0", "main": "index.js" }',
      "node_modules/@tailwindcss/oxide/index.js": "",
    });
    assert.match(await expectCulprit(project, ["compile.failed", "compile.timeout"]), message);
  });
}

for (
  const [what, address] of [
    ["a relative path", "../../../OTHER/node_modules/part/index.js"],
    ["a symbolic link", "./link.js"],
  ] as const
) {
  // claim: build-own-project
  Deno.test(`a file of another project's packages is rejected, when it is imported by ${what}`, async () => {
    await using other = await ProjectFolder.create({
      "node_modules/part/index.js": 'export const part = "s3cret";',
      "node_modules/part/part.css": ".s3cret { color: red }",
    });
    await using project = await ProjectFolder.create({});
    const folder = join(project.path, "widgets/001_hello");
    await mkdir(folder, { recursive: true });
    await symlink(join(other.path, "node_modules/part/index.js"), join(folder, "link.js"));
    const path = address.replace("../OTHER", `../${other.path.split("/").at(-1)}`);
    await project.write(SOURCE, `export { part } from ${JSON.stringify(path)};\n${WIDGET}`);
    const message = await expectCulprit(project, ["import.forbidden"]);
    assert.match(message, /cannot be imported by a widget/);
  });
}

Deno.test("a stylesheet, an image and Tailwind's imports of another project's packages are rejected as well", async () => {
  await using other = await ProjectFolder.create({
    "node_modules/part/part.css": ".s3cret { color: red }",
    "node_modules/part/sun.svg": "<svg/>",
  });
  const path = `../../../${other.path.split("/").at(-1)}/node_modules/part`;
  for (
    const [source, css] of [
      [STYLED, `@import "${path}/part.css";`],
      [STYLED, `p { background: url(${path}/sun.svg) }`],
      [`export { default as sun } from "${path}/sun.svg";\n${WIDGET}`, ""],
    ] as const
  ) {
    await using project = await ProjectFolder.create({ [SOURCE]: source, [STYLES]: css });
    await expectCulprit(project, ["import.forbidden"]);
  }
  await using project = await createTailwindProject(
    STYLED,
    `@import "tailwindcss/utilities"; @import "${path}/part.css";`,
  );
  await expectCulprit(project, ["import.forbidden"]);
});

// claim: build-own-project
Deno.test("a widget's source that is a symbolic link out of the project is rejected", async () => {
  await using other = await ProjectFolder.create({ "widget.tsx": WIDGET });
  await using project = await ProjectFolder.create({});
  await mkdir(join(project.path, "widgets/001_hello"), { recursive: true });
  await symlink(join(other.path, "widget.tsx"), join(project.path, SOURCE));
  await expectCulprit(project, ["import.forbidden"]);
});

for (
  const [what, link, outputDirectory] of [["dist", "dist", undefined], [
    "a folder above it",
    "out",
    "out/a",
  ]] as const
) {
  // claim: build-own-project
  Deno.test(`an output folder that is reached by a link (${what}) is not used, and nothing is deleted through it`, async () => {
    await using other = await ProjectFolder.create({ "001_hello.tckb": "kept", "a/009_old.tckb": "kept" });
    await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
    await symlink(other.path, join(project.path, link));
    await assert.rejects(project.build(outputDirectory ? { outputDirectory } : {}), {
      code: "output.linked",
      message: /symbolic link/,
    });
    for (const file of ["001_hello.tckb", "a/009_old.tckb"]) {
      assert.equal(new TextDecoder().decode(await other.read(file)), "kept");
    }
    assert.equal(await other.has(".tck-build.json"), false);
  });
}
