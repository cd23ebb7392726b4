import assert from "node:assert/strict";
import { findComputedImports } from "../../../web/bundler/compile/sources/computed_imports.ts";
import { MANIFEST, ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";

const late = (call: string) =>
  `${MANIFEST}
declare const name: string;
export const late = () => ${call};
export default function Hello() { return <p>hello</p>; }`;

/** Calls of which esbuild lists folders; DIR is the relative path of one outside of the project. */
const calls = [
  "import(`DIR/${name}.json`)",
  "import(`DIR/${name}`)",
  'import("DIR/" + name)',
  'import(("DIR/" + name + ".json") as string)',
  "import(/* a comment */ `DIR/${name}.json`)",
  'import(name ? `DIR/${name}` : "react")',
  'import((true ? "DIR/" : name) + name)',
  "require(`DIR/${name}.json`)",
  "module.require(`DIR/${name}.json`)",
  "r\\u0065quire(`DIR/${name}.json`)",
];

// claim: build-own-project
Deno.test("imports of computed paths list no folder, and are a diagnostic with their line", async () => {
  await using outside = await ProjectFolder.create({
    "private/merger.json": "{}",
    "private/plan.json": "{}",
  });
  const folder = `../../../..${outside.path}/private`;
  for (const call of calls) {
    await using project = await ProjectFolder.create({ [SOURCE]: late(call.replaceAll("DIR", folder)) });
    const { diagnostics } = await project.build();
    assert.deepEqual(
      diagnostics.map(({ code, file, line }) => [code, file, line]),
      [["import.forbidden", SOURCE, 3]],
      call,
    );
    assert.match(diagnostics[0]!.message, /^(?:import|require)\(\) of a computed path is forbidden$/);
    assert.doesNotMatch(JSON.stringify(diagnostics), /merger|plan/);
  }
});

// claim: build-own-project
Deno.test("the same in a package", async () => {
  await using outside = await ProjectFolder.create({ "private/merger.json": "{}" });
  const call = `import(\`../../../..${outside.path}/private/\${name}.json\`)`;
  await using inPackage = await ProjectFolder.create({
    [SOURCE]: `import "part";\n${WIDGET}`,
    "node_modules/part/package.json": '{ "name": "part" }',
    "node_modules/part/index.js": `\nexport const late = (name) => ${call};`,
  });
  const [fault, ...others] = (await inPackage.build()).diagnostics;
  assert.deepEqual([fault!.code, fault!.file, fault!.line], [
    "import.forbidden",
    "node_modules/part/index.js",
    2,
  ]);
  assert.match(fault!.message, /^import\(\) of a computed path/);
  assert.deepEqual(others, []);
});

Deno.test("import() and require() of literals build, and of paths that are no relative ones are left as they are", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: late('[import("./part.ts"), import(`./part.ts`), import("./" + "part.ts")]'),
    "widgets/001_hello/part.ts": "export const part = 1;",
  });
  assert.deepEqual((await project.build()).diagnostics, []);
  await project.write(SOURCE, late("import(`${name}/part.ts`)"));
  const { diagnostics } = await project.build();
  assert.deepEqual(diagnostics.map(({ code, line }) => [code, line]), [["forbidden.dynamic_code", 3]]);
});

Deno.test("import() of a constant is rejected: the file that it names is not in the bundle", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    "widgets/001_hello/part.ts": "export const part = 1;",
  });
  for (const path of ["./part.ts", "./not-there.ts", "not-installed", "https://a.example/a.mjs"]) {
    const constant = `const path = ${JSON.stringify(path)};`;
    for (
      const source of [
        `${constant}\n${late("import(path)")}`,
        `\n${late(`{ ${constant} return import(path).catch(() => null); }`)}`,
      ]
    ) {
      await project.write(SOURCE, source);
      const { diagnostics } = await project.build();
      assert.deepEqual(
        diagnostics.map(({ code, line }) => [code, line]),
        [["forbidden.dynamic_code", 4]],
        source,
      );
    }
  }
});

Deno.test("import() of a literal that is not installed builds where the code is ready for that", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: late('import("not-installed").catch(() => null)'),
  });
  assert.deepEqual((await project.build()).diagnostics, []);
  await project.write(
    SOURCE,
    late('(async () => { try { await import("not-installed"); } catch { return null; } })()'),
  );
  assert.deepEqual((await project.build()).diagnostics, []);
});

Deno.test("a script that does not parse has no computed import", async () => {
  for (const text of ["import(`./${name}`", "import(;", "require(`./${name}`) )"]) {
    assert.deepEqual(await findComputedImports({ name: "a.js", text, loader: "js" }), [], text);
  }
});
