import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as kit from "@tck/kit";
import * as esbuild from "esbuild";
import { LIMITS, WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { buildProject, denoIsolation } from "../../../web/bundler/mod.ts";
import { runDeno } from "../../consumers/deno.ts";
import { emptyFolder } from "./empty_folder.ts";
import { createInstalledProject } from "./installed_project.ts";

const ROOT = new URL("../../../", import.meta.url);
const TEMPLATE = new URL("web/scaffold/template/", ROOT);
const guide = await readFile(new URL("AGENTS.md", TEMPLATE), "utf8");

Deno.test("the example widget of a new project is valid in every size, state and language", async () => {
  await using room = await emptyFolder();
  const directory = await createInstalledProject(room.path);
  try {
    const report = await buildProject(directory, { isolation: denoIsolation(process.execPath, 60_000) });
    assert.deepEqual(report.diagnostics, []);
    assert.deepEqual(report.widgets.map(({ name, status }) => [name, status]), [["001_steps", "built"]]);
  } finally {
    await esbuild.stop();
  }
});

Deno.test("the template accepts patches of this release's kit, and pins the other versions that are tested", async () => {
  const project = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const template = JSON.parse(await readFile(new URL("package.json", TEMPLATE), "utf8"));
  // Only tests install it.
  const typescript = JSON.parse(
    await readFile(new URL("tests/packages/typescript/package.json", ROOT), "utf8"),
  );
  for (const [name, version] of Object.entries({ ...template.dependencies, ...template.devDependencies })) {
    const expected = name.startsWith("@tck/")
      ? `~${project.version}`
      : typescript.dependencies[name] ?? project.imports[name].split("@").at(-1);
    assert.equal(version, expected, name);
  }
  assert.ok(template.dependencies["@tck/kit"]);
});

Deno.test("a new project has the types of every package that it may import and whose types are another package", async () => {
  const project = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const template = JSON.parse(await readFile(new URL("package.json", TEMPLATE), "utf8"));
  const types = Object.keys(template.dependencies).map((name) => `@types/${name}`)
    .filter((name) => Object.hasOwn(project.imports, name));
  assert.deepEqual(types, ["@types/react", "@types/react-dom"]);
  assert.deepEqual(types.filter((name) => !Object.hasOwn(template.devDependencies, name)), []);
});

Deno.test("the guide is short enough for a prompt, and has no links", () => {
  assert.ok(guide.split("\n").length <= 200);
  assert.ok(guide.length <= 12_000);
  assert.doesNotMatch(guide, /https?:\/\/|\]\(/);
});

Deno.test("the guide lists the kit's exports, and its sizes, tokens and limits are correct", async () => {
  // `useDrawingRoom` is for the charts.
  const hooks = Object.keys(kit).filter((name) => /^use[A-Z]/.test(name) && name !== "useDrawingRoom");
  const blocks = Object.keys(kit).filter((name) =>
    /^[A-Z][a-z]/.test(name) && !/Error$|Provider$/.test(name)
  );
  assert.ok(hooks.length > 8 && blocks.length > 10);
  const unnamed = [...hooks, ...blocks].filter((name) => !new RegExp(`\\b${name}\\b`).test(guide));
  assert.deepEqual(unnamed, []);
  for (const size of WIDGET_SIZES) assert.match(guide, new RegExp(`[\` ]${size}[\` ]`));
  const style = await readFile(new URL("web/assets/style.css", ROOT), "utf8");
  const tokens = Array.from(guide.matchAll(/var\((--[a-z0-9-]+)\)/g), ([, token]) => token!);
  assert.ok(tokens.length > 0);
  assert.deepEqual(tokens.filter((token) => !style.includes(`${token}:`)), []);
  assert.deepEqual([LIMITS.assetBytes, LIMITS.widgetBytes], [256 * 1024, 1024 * 1024]);
  assert.match(guide, /over 256 KiB; module and stylesheets over 1 MiB/);
});

Deno.test("the guide's example type-checks", async () => {
  const { success, stderr } = await runDeno([
    "check",
    "--doc-only",
    fileURLToPath(new URL("AGENTS.md", TEMPLATE)),
  ]);
  assert.ok(success, stderr);
});

Deno.test("the README of a new project names its scripts, files and programs, and the versions that they need", async () => {
  const readme = await readFile(new URL("README.md", TEMPLATE), "utf8");
  const { scripts, engines } = JSON.parse(await readFile(new URL("package.json", TEMPLATE), "utf8"));
  const named = Array.from(readme.matchAll(/`pnpm (?!exec|install)(\w+)/g), ([, name]) => name!);
  assert.deepEqual([...new Set(named)].sort(), Object.keys(scripts).sort());
  const programs = Array.from(readme.matchAll(/`pnpm exec ([\w-]+)/g), ([, program]) => program!);
  assert.deepEqual([...new Set(programs)], ["tck-preview"]);
  const [, node, pnpm] = /Node ([\d.]+) or later and pnpm ([\d.]+) /.exec(readme)!;
  assert.equal(`>=${node}`, engines.node);
  const tutorial = await readFile(new URL("docs/tutorial.md", ROOT), "utf8");
  assert.match(tutorial, new RegExp(`pnpm@${pnpm!.replaceAll(".", "\\.")}\\b`));
  for (const path of ["AGENTS.md", "tck.preview.config.ts", "widgets/001_steps/widget.tck.tsx"]) {
    assert.ok(readme.includes(`\`${path}\``), path);
    await readFile(new URL(path, TEMPLATE));
  }
});
