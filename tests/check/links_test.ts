import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { emptyFolder } from "../web/scaffold/empty_folder.ts";
import { findBrokenLinks } from "./links.ts";

async function check(files: { readonly [path: string]: string }): Promise<string[]> {
  await using folder = await emptyFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return await findBrokenLinks(folder.path, ["demo"]);
}

Deno.test("links to files, headings and pictures that exist are accepted, and so is what is code", async () => {
  const problems = await check({
    "README.md":
      "[a](docs/a.md) [b](docs/a.md#what-it-does-x) ![c](docs/c.png) [d](https://example.com/x) [e](#top)\n# Top",
    "docs/a.md": "# What it does (`x`)\n`[x](missing.md)` `deno task demo`\n```md\n[x](missing.md)\n```\n",
    "docs/c.png": "",
    "node_modules/x/README.md": "[x](missing.md)",
  });
  assert.deepEqual(problems, []);
});

Deno.test("a link without its file or heading, one out of the tree, and an unknown task are reported", async () => {
  const problems = await check({
    "README.md": "[a](docs/b.md) [b](docs/a.md#other) [c](../c.md) ![d](d.png)\n`npx deno@2.9.6 task demos`",
    "docs/a.md": "# One",
  });
  assert.deepEqual(problems, [
    'README.md: there is no "docs/b.md"',
    'README.md: "docs/a.md" has no heading "#other"',
    'README.md: "../c.md" leads out of the tree',
    'README.md: there is no "d.png"',
    "README.md: there is no `deno task demos`",
  ]);
});

Deno.test("a file, folder or command that does not exist is reported, and one that a list names by its end is not", async () => {
  const problems = await check({
    "hosts/a/one.ts": "",
    "hosts/a/two_model.ts": "",
    "tests/hosts/a/one_test.ts": "",
    "README.md":
      "`hosts/a` `hosts/a/` `hosts/a/{one,three}.ts` `hosts/a/*_model.ts` `hosts/NAME/one.ts` `hosts/b/*.ts`\n" +
      "`hosts/a/one_test.ts` `gone.ts` `@std/fs`\n```\nhosts/b\n```\n`tck-serve demo` `npx tck-serve demos`",
    "docs/decisions/README.md": "[001](001-one.md)",
    "docs/decisions/001-one.md": "# 001\n`one.ts` `gone.ts` `hosts/b`, `hosts/a.ts`, `elsewhere/a.ts`",
  });
  assert.deepEqual(problems, [
    "README.md: there is no `tck-serve demos`",
    "README.md: there is no `hosts/a/three.ts`",
    "README.md: there is no `hosts/b/*.ts`",
    "docs/decisions/001-one.md: there is no `gone.ts`",
    "docs/decisions/001-one.md: there is no `hosts/b`",
    "docs/decisions/001-one.md: there is no `hosts/a.ts`",
  ]);
});

Deno.test("a decision that the index lacks is reported", async () => {
  const problems = await check({
    "docs/decisions/README.md": "[001](001-one.md)",
    "docs/decisions/001-one.md": "# 001",
    "docs/decisions/002-two.md": "# 002",
  });
  assert.deepEqual(problems, ["docs/decisions/README.md: 002-two.md is missing"]);
});
