import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { joinModules } from "../../hosts/packaging/join_modules.ts";
import { PackageError } from "../../hosts/packaging/mod.ts";

const COMPILED = new Map([
  [
    "web/first/mod.js",
    'export { count } from "../../core/state/count.js";\nexport { where } from "./where.js";\n',
  ],
  ["web/first/where.js", 'export const where = new URL("./asset.txt", import.meta.url).href;\n'],
  [
    "web/second/mod.js",
    `import { basename } from "node:path";
import { count } from "../../core/state/count.js";
export const name = basename("a/import.meta.url");
export { count };
export const later = () => import("./later.js");
`,
  ],
  [
    "web/second/later.js",
    'import { count } from "../../core/state/count.js";\nexport const seen = count();\n',
  ],
  ["core/state/count.js", "let calls = 0;\nexport const count = () => ++calls;\n"],
  ["core/state/unused.js", 'import "left-out";\n'],
]);

const ENTRIES = ["web/first/mod.js", "web/second/mod.js"];

Deno.test("the modules of a package", async (t) => {
  const joined = await joinModules(COMPILED, ENTRIES);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tck-join-")));
  try {
    for (const [path, text] of [["package.json", '{"type":"module"}'] as const, ...joined.modules]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const [first, second] = await Promise.all(
      ENTRIES.map((entry) => import(pathToFileURL(join(folder, entry)).href)),
    );

    await t.step("are joined without those that no entry loads", () => {
      const sources = [...COMPILED.keys()].filter((path) => path !== "core/state/unused.js");
      assert.deepEqual(joined.sources.toSorted(), sources.toSorted());
      assert.deepEqual([...joined.packages], []);
    });

    await t.step("share their state, also with modules that are loaded later", async () => {
      assert.deepEqual([first.count(), second.count()], [1, 2]);
      assert.equal((await second.later()).seen, 3);
    });

    await t.step("load files relative to their former paths", () => {
      assert.equal(first.where, pathToFileURL(join(folder, "web/first/asset.txt")).href);
      assert.equal(second.name, "import.meta.url");
    });

    await t.step("are reported with the packages that they need", async () => {
      const needing = new Map([[
        "web/first/mod.js",
        'export * from "@scope/one/part";\nexport * from "two";\n',
      ]]);
      const { packages } = await joinModules(needing, ["web/first/mod.js"]);
      assert.deepEqual([...packages], ["@scope/one", "two"]);
    });

    await t.step(
      "have no syntax that an older Node does not parse, so that a program can reject it",
      async () => {
        const using =
          'import { open } from "node:fs/promises";\nawait using file = await open("x");\nexport { file };\n';
        const { modules } = await joinModules(new Map([["web/first/mod.js", using]]), ["web/first/mod.js"]);
        const text = modules.get("web/first/mod.js")!;
        assert.match(text, /open\("x"\)/);
        assert.doesNotMatch(text, /await using/);
      },
    );

    await t.step("are rejected when an entry would change its path", async () => {
      const joining = joinModules(new Map([["mod.js", "export const url = import.meta.url;"]]), ["mod.js"]);
      await assert.rejects(joining, (error: Error) => {
        assert.ok(error instanceof PackageError);
        assert.match(error.message, /^Cannot join "mod\.js"/);
        return true;
      });
    });
  } finally {
    await rm(folder, { recursive: true });
    await esbuild.stop();
  }
});
