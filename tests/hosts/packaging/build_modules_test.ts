import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsdown";
import { buildDeclarations, buildModules } from "../../../hosts/packaging/build_modules.ts";
import { createTree } from "./tree.ts";

const SOURCES = {
  "web/first/mod.ts":
    'export { count } from "../../core/state/count.ts";\nexport { where } from "./deep/er/where.ts";\n',
  "web/first/deep/er/where.ts":
    'export const where: string = new URL("./asset.txt", import.meta.url).href; // import.meta.url\n',
  "web/second.ts": `#!/usr/bin/env node
import { basename } from "node:path";
import { count } from "../core/state/count.ts";
import { where } from "./first/deep/er/where.ts";
export const name: string = basename("a/import.meta.url");
export const own: string = import.meta.url;
export { count, where };
export const later = (): Promise<{ seen: number }> => import("./later.ts");
`,
  "web/later.ts": 'import { count } from "../core/state/count.ts";\nexport const seen: number = count();\n',
  "core/state/count.ts": "let calls = 0;\n/** Counts. */\nexport const count = (): number => ++calls;\n",
  "core/state/unused.ts": 'import "left-out";\n',
};

const ENTRIES = ["web/first/mod.ts", "web/second.ts"];

Deno.test("the modules of a package", async (t) => {
  await using tree = await createTree(SOURCES);
  await using out = await createTree({ "package.json": '{"type":"module"}' });
  const packages = await buildModules(tree.root, ENTRIES, out.root);
  const load = (path: string) => import(pathToFileURL(join(out.root, path)).href);
  const [first, second] = await Promise.all([load("web/first/mod.js"), load("web/second.js")]);

  await t.step("are joined without those that no entry loads", async () => {
    assert.deepEqual([...packages], []);
    const files = (await readdir(out.root, { recursive: true })).filter((path) => path.endsWith(".js"))
      .sort();
    assert.deepEqual(files.map((path) => path.replace(/-[\w-]{8}\.js$/, ".js")), [
      "joined/later.js",
      "joined/where.js",
      "web/first/mod.js",
      "web/second.js",
    ]);
  });

  await t.step("share their state, also with modules that are loaded later", async () => {
    assert.deepEqual([first.count(), second.count()], [1, 2]);
    assert.equal((await second.later()).seen, 3);
  });

  await t.step("load files relative to their former paths, however deep these are", () => {
    const asset = pathToFileURL(join(out.root, "web/first/deep/er/asset.txt")).href;
    assert.deepEqual([first.where, second.where], [asset, asset]);
    assert.equal(second.own, pathToFileURL(join(out.root, "web/second.js")).href);
    assert.equal(second.name, "import.meta.url");
  });

  await t.step("keep the first line that makes them programs", async () => {
    const text = await readFile(join(out.root, "web/second.js"), "utf8");
    assert.equal(text.split("\n")[0], "#!/usr/bin/env node");
  });
});

Deno.test("the packages that modules and their declarations import are reported, each once", async () => {
  await using tree = await createTree({
    "mod.ts": `import "node:fs";
import type { Only } from "typed";
export * from "@scope/one/part";
export * from "@scope/one";
export const two = (): Promise<Only> => import("two/a");
`,
  });
  await using out = await createTree({});
  const modules = await buildModules(tree.root, ["mod.ts"], out.root);
  const declarations = await buildDeclarations(tree.root, ["mod.ts"], out.root);
  assert.deepEqual([[...modules].sort(), [...declarations].sort()], [
    ["@scope/one", "two"],
    ["@scope/one", "typed"],
  ]);
});

Deno.test("joined modules have no syntax that an older Node does not parse, so that a program can reject it", async () => {
  await using tree = await createTree({
    "mod.ts":
      'import { open } from "node:fs/promises";\nawait using file = await open("x");\nexport const used: unknown = file;\n',
  });
  await using out = await createTree({});
  await buildModules(tree.root, ["mod.ts"], out.root);
  const text = await readFile(join(out.root, "mod.js"), "utf8");
  assert.match(text, /open\("x"\)/);
  assert.doesNotMatch(text, /await using/);
});

// The reason for the plugin in build_modules.ts: remove it when this fails.
Deno.test("tsdown alone gives a joined module the URL of the file that it is joined into", async () => {
  await using tree = await createTree(SOURCES);
  await using out = await createTree({ "package.json": '{"type":"module"}' });
  await build({
    cwd: tree.root,
    config: false,
    tsconfig: false,
    entry: { "web/first/mod": "web/first/mod.ts", "web/second": "web/second.ts" },
    outDir: out.root,
    clean: false,
    outExtensions: () => ({ js: ".js" }),
    dts: false,
    logLevel: "silent",
  });
  const { where } = await import(pathToFileURL(join(out.root, "web/second.js")).href);
  assert.equal(where, pathToFileURL(join(out.root, "asset.txt")).href);
});
