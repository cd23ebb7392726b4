// budget: 40 s: TypeScript checks a project in each case
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { installTypeScript } from "../../packages/mod.ts";
import { readDeclarations } from "../../../docs/site/playground/types/declarations.ts";
import { ProjectTypes } from "../../../docs/site/playground/types/project_types.ts";
import type { BuildOutcome, BuildReport, Diagnostic } from "../../../web/bundler/mod.ts";
import { checkTypes } from "../../../web/bundler/types/check_types.ts";
import { runCommandHere } from "../../hosts/cli/command_here.ts";
import { expectNoNameHides, expectNothingWritten, HIDING_NAMES } from "./hostile_types.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";
import { createTypesProject, TSCONFIG, VALID } from "./types_project.ts";

const typescript = await installTypeScript();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(join(typescript.folder, "../../../../.."), { recursive: true }),
);

function createProject(
  files: { [file: string]: string },
  hasTypeScript: boolean = true,
): Promise<ProjectFolder> {
  return createTypesProject(files, hasTypeScript ? typescript.folder : null);
}

/** Errors and warnings as `code line:column`. */
function placesOf({ diagnostics, warnings }: BuildReport | BuildOutcome): string[] {
  return [...diagnostics, ...warnings].map(({ code, line, column }) => `${code} ${line}:${column}`);
}

const MISTAKES = [
  ["a misspelt field of the manifest", "states:", "stats:", "types.error 8:3"],
  ["a misspelt key of a named state", "cold: { degrees", "cold: { degres", "types.error 8:21"],
  ["an unknown card type", '"feed"', '"feeed"', "types.error 4:3"],
  [
    "a title in another language",
    "sizes:",
    'title: { fr: "Bonjour" },\n  sizes:',
    "manifest.missing_language 5:3",
  ],
  ["an unknown size", '["fill-auto"]', '["3x3"]', "manifest.invalid 5:11"],
  ["an unknown name of the kit", "Text", "Txet", "import.unknown_name 1:32"],
] as const;

/** Every kind of file that a widget can import. */
const IMPORTS = `import "./widget.css";
import names from "./card.module.css";
import note from "./note.txt";
import data from "./data.json";
import icon from "./icon.svg";
const texts: string[] = [names.title ?? "", note, data.place, icon];
`;

const sourceOf = (name: string) => `widgets/${name}/widget.tck.tsx`;
const mistakeName = (index: number) => `00${index + 4}_mistake`;

Deno.test("TypeScript checks the widgets of a project together", async (t) => {
  const files = {
    [SOURCE]: VALID,
    [sourceOf("002_files")]: IMPORTS + VALID.replace("{degrees}", "{degrees}{texts}"),
    "widgets/002_files/widget.css": "p { margin: 0 }",
    "widgets/002_files/card.module.css": ".title { margin: 0 }",
    "widgets/002_files/note.txt": "Rain from eight",
    "widgets/002_files/data.json": '{ "place": "Bergen" }',
    "widgets/002_files/icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    [sourceOf("003_value")]: VALID.replace('"positive"', '"postive"'),
    ...Object.fromEntries(
      MISTAKES.map(([, from, to], index) => [sourceOf(mistakeName(index)), VALID.replaceAll(from, to)]),
    ),
    "widgets/shared/days.ts": 'export const days: number = "seven";\n',
  };
  await using project = await createProject(files);
  const report = await project.build({ checkTypes: true });
  const widgetOf = (name: string) => report.widgets.find((widget) => widget.name === name)!;

  await t.step("and finds nothing in one without type errors", () => {
    assert.deepEqual(placesOf(widgetOf("001_hello")), []);
  });

  await t.step("and knows every kind of file that a widget can import, in a new project", () => {
    assert.deepEqual(placesOf(widgetOf("002_files")), []);
  });

  await t.step("and the playground's TypeScript finds the same in the same places", async () => {
    const types = new ProjectTypes(await readDeclarations());
    const found = types.answer({ files: new Map(Object.entries(files)), asked: "errors", question: null });
    const byPlace = (one: Diagnostic, other: Diagnostic) =>
      one.file!.localeCompare(other.file!) || one.line! - other.line!;
    const expected = (await checkTypes(project.path)).sort(byPlace);
    assert.ok(expected.length > MISTAKES.length / 2);
    assert.deepEqual(found.toSorted(byPlace), expected);
  });

  await t.step("an error has its place, its line and what to do, and the widget is built", () => {
    const { status, diagnostics: [error, ...others], warnings } = widgetOf("003_value");
    assert.deepEqual([status, others, warnings], ["built", [], []]);
    assert.deepEqual({ ...error, message: "", hint: "" }, {
      code: "types.error",
      widget: "003_value",
      file: sourceOf("003_value"),
      line: 12,
      column: 22,
      lineText: `  return <Card><Text tone="postive">{degrees}</Text></Card>;`,
      message: "",
      hint: "",
    });
    assert.match(
      error!.message,
      /^Type '"postive"' is not assignable to .*Did you mean '"positive"'\? \(TS2820\)$/,
    );
    assert.match(error!.hint, /Write a value that the type accepts/);
    assert.ok(report.diagnostics.some((one) => one.widget === "003_value" && one.message === error!.message));
  });

  for (const [index, [mistake, , , expected]] of MISTAKES.entries()) {
    await t.step(`${mistake} is reported once by the bundler and TypeScript`, () => {
      const places = placesOf(widgetOf(mistakeName(index)));
      assert.ok(places.includes(expected), places.join("\n"));
      const here = places.filter((place) => place.split(" ")[1] === expected.split(" ")[1]);
      assert.deepEqual(here, [expected]);
    });
  }

  await t.step("each error has the line of its own file", async () => {
    const errors = report.diagnostics.filter(({ code, line }) => code === "types.error" && line !== null);
    assert.ok(new Set(errors.map(({ file }) => file)).size > 3);
    for (const { file, line, lineText } of errors) {
      const lines = new TextDecoder().decode(await project.read(file!)).split("\n");
      assert.equal(lineText, lines[line! - 1], file!);
    }
  });

  await t.step("an error in a file that several widgets may share is one of the project", () => {
    const ofProject = report.diagnostics.filter(({ widget }) => widget === null);
    assert.deepEqual(ofProject.map(({ code, file }) => [code, file]), [
      ["types.error", "widgets/shared/days.ts"],
    ]);
  });
});

Deno.test("a widget is reported as valid or as invalid, which it is for an error of its types too", async () => {
  await using project = await createProject({
    [SOURCE]: VALID,
    [sourceOf("002_mistyped")]: VALID.replace('"positive"', '"postive"'),
    [sourceOf("003_broken")]: `${VALID}const = 1;\n`,
  });
  const { widgets } = await project.build({ checkOnly: true, checkTypes: true });
  assert.deepEqual(widgets.map(({ status, valid }) => [status, valid]), [
    ["built", true],
    ["built", false],
    ["failed", false],
  ]);
  const [first, second] = widgets;
  const lines = async (isCheck: boolean) => {
    const { code, stdout } = await runCommandHere(["build", project.path, ...isCheck ? ["--check"] : []]);
    return [code, ...stdout.trimEnd().split("\n")];
  };
  assert.deepEqual(await lines(true), [
    1,
    `valid     001_hello ${first!.hash}`,
    "invalid   002_mistyped",
    "invalid   003_broken",
  ]);
  const dist = relative(process.cwd(), join(project.path, "dist"));
  assert.deepEqual(await lines(false), [
    1,
    `built     ${dist}/001_hello.tckb ${first!.hash}`,
    `built     ${dist}/002_mistyped.tckb ${second!.hash}, but its types are invalid`,
    "failed    003_broken",
  ]);
});

Deno.test("the same mistakes have a diagnostic without TypeScript, where the manifest shows them", async () => {
  const source = VALID.replace("states:", "stats:").replace('"feed"', '"feeed"').replace(
    "sizes:",
    'title: { fr: "" + 1 },\n  sizes:',
  );
  await using project = await createProject({ [SOURCE]: source }, false);
  const { diagnostics, warnings } = await project.build({ checkOnly: true, checkTypes: true });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(warnings.map(({ code, line }) => `${code} ${line}`), [
    "types.not_checked null",
    "manifest.unknown_field 9",
    "manifest.unknown_card_type 4",
    "manifest.missing_language 5",
  ]);
});

Deno.test("a missing TypeScript and a missing tsconfig.json are one warning each, which says what to do", async () => {
  await using without = await createProject({ [SOURCE]: VALID }, false);
  await using unconfigured = await createProject({ [SOURCE]: VALID });
  await unconfigured.remove("tsconfig.json");
  for (
    const [project, reason] of [[without, /TypeScript is not installed/], [
      unconfigured,
      /no tsconfig\.json/,
    ]] as const
  ) {
    const { diagnostics, warnings } = await project.build({ checkOnly: true, checkTypes: true });
    assert.deepEqual([diagnostics, warnings.map(({ code }) => code)], [[], ["types.not_checked"]]);
    assert.match(warnings[0]!.message, reason);
    assert.ok(warnings[0]!.hint.length > 10);
  }
});

Deno.test("a file that does not parse has its syntax error only", async () => {
  await using project = await createProject({ [SOURCE]: `${VALID}const = 1;\n` });
  const report = await project.build({ checkOnly: true, checkTypes: true });
  assert.deepEqual(placesOf(report), ["source.syntax 14:7"]);
});

Deno.test("a widget that does not parse hides no type errors of others, unless they import what does not parse", async () => {
  const other = sourceOf("002_other");
  const value = VALID.replace('"positive"', '"postive"');
  await using project = await createProject({ [SOURCE]: `${VALID}const = 1;\n`, [other]: value });
  const places = async () => {
    const report = await project.build({ checkOnly: true, checkTypes: true });
    return report.widgets.map((widget) => placesOf(widget));
  };
  assert.deepEqual(await places(), [["source.syntax 14:7"], ["types.error 12:22"]]);
  await project.write(SOURCE, VALID.replace("<Card>", "<Card><Card>"));
  assert.deepEqual((await places())[1], ["types.error 12:22"]);
  await project.write(SOURCE, `import data from "./data.json";\n${VALID}`);
  await project.write("widgets/001_hello/data.json", "{");
  assert.deepEqual((await places())[1], ["types.error 12:22"]);
  assert.deepEqual((await readdir(join(project.path, "node_modules/.cache/tck"))).length, 1);

  await project.write(SOURCE, VALID);
  await project.write("widgets/shared/days.ts", "export const days = ;\n");
  await project.write(other, `import "../shared/days.ts";\n${value}`);
  const found = await checkTypes(project.path);
  assert.deepEqual(found.map(({ code, file, line }) => [code, file, line]), [
    ["types.error", "widgets/shared/days.ts", 1],
    ["types.not_checked", "widgets/shared/days.ts", null],
  ]);
  assert.equal(found[1]!.message, 'types are not checked: "widgets/shared/days.ts" does not parse');
});

Deno.test("the next check uses the cache of the one before, and a damaged cache is made again", async () => {
  await using project = await createProject({ [SOURCE]: VALID });
  const cache = join(project.path, "node_modules/.cache/tck");
  assert.deepEqual(await checkTypes(project.path), []);
  const [file, ...others] = await readdir(cache);
  assert.match(file!, /^types-[0-9a-f]{32}\.tsbuildinfo$/);
  assert.deepEqual(others, []);
  await project.write(SOURCE, VALID.replace('"positive"', '"postive"'));
  assert.deepEqual((await checkTypes(project.path)).map(({ line }) => line), [12]);
  assert.deepEqual((await checkTypes(project.path)).map(({ line }) => line), [12]);
  await writeFile(join(cache, file!), "{ damaged");
  assert.deepEqual((await checkTypes(project.path)).map(({ line }) => line), [12]);
  await project.write(SOURCE, VALID);
  assert.deepEqual(await checkTypes(project.path), []);
});

// claim: build-own-record
Deno.test("what a project brings of the memory of TypeScript hides no type error, and stays as it is", async () => {
  await using project = await createProject({ [SOURCE]: VALID.replace('"positive"', '"postive"') });
  const cache = join(project.path, "node_modules/.cache/tck");
  const lines = async () => (await checkTypes(project.path)).map(({ line }) => line);
  assert.deepEqual(await lines(), [12]);
  const [own] = await readdir(cache);
  const { semanticDiagnosticsPerFile, ...memory } = JSON.parse(await readFile(join(cache, own!), "utf8"));
  assert.ok(semanticDiagnosticsPerFile !== undefined);
  const planted = JSON.stringify(memory);
  await writeFile(join(cache, own!), planted);
  assert.deepEqual(await lines(), [], "it would hide the error");
  await rm(join(cache, own!));
  const root = createHash("sha256").update(await realpath(project.path)).digest("hex");
  const names = [
    join(cache, `types-${root.slice(0, 16)}.tsbuildinfo`),
    join(cache, `types-${root.slice(0, 32)}.tsbuildinfo`),
    join(cache, "tsconfig.tsbuildinfo"),
    join(project.path, "tsconfig.tsbuildinfo"),
    join(project.path, ".tsbuildinfo"),
  ];
  for (const name of names) await writeFile(name, planted);
  assert.deepEqual(await lines(), [12]);
  for (const name of names) assert.equal(await readFile(name, "utf8"), planted, name);
});

// claim: compilers-limited
Deno.test("a check that exceeds its deadline, and a TypeScript that fails, are warnings", async () => {
  await using project = await createProject({
    [SOURCE]: VALID,
    "node_modules/typescript/package.json": '{ "version": "9.9.9", "bin": { "tsc": "./tsc.js" } }',
    "node_modules/typescript/tsc.js": "setInterval(() => {}, 1000);",
  }, false);
  const [late] = await checkTypes(project.path, { deadline: 2_000 });
  assert.deepEqual([late!.code, late!.message], [
    "types.not_checked",
    "types are not checked: TypeScript 9.9.9 is not done after 2 s",
  ]);
  const overtaken = await checkTypes(project.path, { signal: AbortSignal.abort() });
  assert.deepEqual(overtaken.map(({ message }) => message), [
    "types are not checked: TypeScript 9.9.9 was stopped",
  ]);
  await project.write("node_modules/typescript/tsc.js", 'console.error("no memory"); process.exit(3);');
  const [failed] = await checkTypes(project.path);
  assert.equal(failed!.message, "types are not checked: TypeScript 9.9.9 fails: no memory");
});

Deno.test("the types of a project are checked in a folder whose name has characters of patterns and addresses", async () => {
  await using project = await createProject({ [SOURCE]: VALID.replace('"positive"', '"postive"') });
  const folder = `${project.path}-#a 50% {a,b} [x] * ? my%20x ä`;
  await rename(project.path, folder);
  try {
    const [error, ...others] = await checkTypes(folder);
    assert.deepEqual([error?.code, error?.file, error?.line, others], ["types.error", SOURCE, 12, []]);
  } finally {
    await rename(folder, project.path);
  }
});

// claim: build-own-project
Deno.test("nothing is shown of a file that no build may read, whatever leads TypeScript to it", async () => {
  await using outside = await ProjectFolder.create({
    "secret.env": "TOKEN=s3cret\n",
    "config.ts": 'export const TOKEN = "s3cret" as const;\n',
  });
  const config = join(outside.path, "config");
  const { compilerOptions } = JSON.parse(TSCONFIG);
  const withPaths = { compilerOptions: { ...compilerOptions, paths: { x: [`${config}.ts`] } } };
  const cases: { [file: string]: string }[] = [
    { "tsconfig.json": JSON.stringify({ extends: join(outside.path, "secret.env") }) },
    { [SOURCE]: `const x: 0 = null! as typeof import("${config}").TOKEN; export {}` },
    {
      "tsconfig.json": JSON.stringify(withPaths),
      [SOURCE]: 'import type { TOKEN } from "x"; const y: 0 = null! as typeof TOKEN; export {}',
    },
  ];
  for (const files of cases) {
    await using project = await createProject({ [SOURCE]: VALID, ...files });
    const [found, ...others] = await checkTypes(project.path);
    assert.deepEqual([found!.code, others], ["types.not_checked", []]);
    assert.ok(
      found!.message.startsWith(`types are not checked: TypeScript reads "${outside.path}`),
      found!.message,
    );
    assert.doesNotMatch(JSON.stringify(found), /s3cret/);
  }
});

// claim: build-own-project
Deno.test("TypeScript writes nothing that a configuration or what it extends asks for", async () =>
  await expectNothingWritten(typescript.folder));

// claim: build-own-project
Deno.test("no name hides that TypeScript has read a file that no build may read", async () =>
  await expectNoNameHides(typescript.folder, HIDING_NAMES.slice(0, 2)));

Deno.test("mistakes of a configuration are shown, and no others with it", async () => {
  await using project = await createProject({
    [SOURCE]: VALID.replace('"positive"', '"postive"'),
    "tsconfig.json": '{ "extends": "./base" "compilerOptions": {} }',
    "base.json": TSCONFIG,
  });
  const [fault, ...others] = await checkTypes(project.path);
  assert.deepEqual([fault!.code, fault!.file, fault!.line, others], ["types.error", "tsconfig.json", 1, []]);
});

// claim: build-own-project
Deno.test("a configuration that is not known, does not parse or is of another project is not used", async () => {
  await using outside = await ProjectFolder.create({ "base.json": '{ "s3cret" }' });
  const cases: [config: string, code: string, message: RegExp][] = [
    ['{ "extends": "with-exports/a" }', "types.not_checked", /what tsconfig.json extends is not known/],
    ['{ "extends": "missing" }', "types.not_checked", /what tsconfig.json extends is not known/],
    ['{ "extends": "./tsconfig.json" }', "types.not_checked", /more than 100 configurations/],
    ['{ "extends": "./widgets.json" }', "types.not_checked", /reads ".*widgets.json", which is neither/],
    [
      JSON.stringify({ extends: join(outside.path, "base") }),
      "types.not_checked",
      /base.json", which is neither/,
    ],
    ['{ "extends": "./part.json" }', "types.error", /^the configuration does not parse: .*JSON/],
    ['{ "files": [], "references": [] }', "types.not_checked", /names no files/],
  ];
  await using project = await createProject({
    "part.json": "{ 1 }",
    "node_modules/with-exports/package.json": '{ "exports": { "./a": "./b.json" } }',
    "node_modules/with-exports/b.json": "{}",
  });
  for (const [config, code, message] of cases) {
    await project.write("tsconfig.json", config);
    const [found, ...others] = await checkTypes(project.path);
    assert.deepEqual([found!.code, others], [code, []]);
    assert.match(found!.message, message);
  }
});

Deno.test("what TypeScript finds wrong in a configuration is an error of tsconfig.json", async () => {
  await using project = await createProject({
    "tsconfig.json": '{ "compilerOptions": { "target": "es2077" }, "include": ["nothing"] }',
  });
  const found = await checkTypes(project.path);
  assert.deepEqual(found.map(({ code, file, line }) => [code, file, line]), [
    ["types.error", "tsconfig.json", null],
    ["types.error", "tsconfig.json", null],
  ]);
  const messages = found.map(({ message }) => message).join("\n");
  assert.match(messages, /'--target' option must be/);
  assert.match(messages, /No inputs were found in config file 'tsconfig.json'/);
});
