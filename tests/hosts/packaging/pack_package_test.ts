import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NPM_PACKAGES, type NpmPackage, PackageError, packPackage } from "../../../hosts/packaging/mod.ts";
import { readTarball } from "../../consumers/npm_packages.ts";
import { createTree } from "./tree.ts";

const PACKAGE: NpmPackage = {
  name: "@tck/tiny",
  description: "A package of a few modules",
  keywords: [],
  exports: { ".": "core/tiny/mod.ts", "./other": "core/tiny/other.tsx" },
  bin: { "tiny": "web/tiny/bin.ts" },
  programs: [],
  make: () => Promise.resolve(new Map([["core/made.js", "made();\n"]])),
  peers: ["react"],
  readme: "readme.md",
  copied: { "web/template": "web/template" },
};

/** A library, and data beside it. */
const LIBRARY: NpmPackage = {
  ...PACKAGE,
  bin: {},
  node: "20.12.0",
  isPure: true,
  copied: { "shape.json": "deno.json" },
  data: ["shape.json"],
};

const FILES: { readonly [path: string]: string } = {
  "deno.json": JSON.stringify({
    version: "3.2.1",
    license: "MIT",
    imports: { fflate: "npm:fflate@0.8.3", react: "npm:react@19.3.1" },
  }),
  "LICENSE": "MIT",
  "readme.md": "# tiny\n",
  "core/tiny/mod.ts": 'export { shared } from "../shared.ts";\nexport type { Kind } from "../kind.ts";\n',
  "core/tiny/other.tsx": 'import { shared } from "../shared.ts";\nexport const again: object = shared;\n',
  "core/shared.ts": "export const shared: object = {};\n",
  "core/kind.ts": "/** A kind. */\nexport type Kind = string;\n",
  "core/unused.ts": "export const unused: number = 1;\n",
  "web/tiny/bin.ts": `#!/usr/bin/env node
import { gzipSync } from "fflate";
import { shared } from "../../core/tiny/mod.ts";
globalThis.console.log(gzipSync, shared);
`,
  "web/template/gitignore": "dist/\n",
  "web/template/dist/left.txt": "left from a build",
};

Deno.test("a package is made from a tree", async (t) => {
  await using tree = await createTree(FILES);
  await using out = await createTree({});
  const packed = await packPackage(tree.root, PACKAGE, out.root);
  const contents = await readTarball(packed.file);

  await t.step(
    "with the modules that its entries reach, once, their declarations, generated files and copied files",
    () => {
      assert.equal(packed.file, join(out.root, "tck-tiny-3.2.1.tgz"));
      assert.deepEqual([...contents.keys()].sort(), packed.files);
      assert.deepEqual(packed.files.map((path) => path.replace(/-[\w-]{8}(\.\w+)$/, "$1")), [
        "LICENSE",
        "README.md",
        "core/made.js",
        "core/tiny/mod.d.ts",
        "core/tiny/mod.js",
        "core/tiny/other.d.ts",
        "core/tiny/other.js",
        "joined/shared.js",
        "package.json",
        "web/template/gitignore",
        "web/tiny/bin.js",
      ]);
    },
  );

  await t.step("with programs that can be executed", () => {
    const { mode, text } = contents.get("web/tiny/bin.js")!;
    assert.deepEqual([mode, text.split("\n")[0]], [0o755, "#!/usr/bin/env node"]);
    assert.equal(contents.get("core/tiny/mod.js")!.mode, 0o644);
  });

  await t.step("with exact versions of dependencies and ranges of peers", () => {
    assert.deepEqual(JSON.parse(contents.get("package.json")!.text), {
      name: "@tck/tiny",
      version: "3.2.1",
      description: "A package of a few modules",
      keywords: [],
      license: "MIT",
      type: "module",
      engines: { node: ">=24.14.1" },
      exports: {
        ".": { types: "./core/tiny/mod.d.ts", default: "./core/tiny/mod.js" },
        "./other": { types: "./core/tiny/other.d.ts", default: "./core/tiny/other.js" },
      },
      bin: { tiny: "web/tiny/bin.js" },
      dependencies: { fflate: "0.8.3" },
      peerDependencies: { react: "^19.3.1" },
    });
  });

  await t.step(
    "with the same bytes in another folder and at another time, and other bytes for other sources",
    async () => {
      await using copy = await createTree(FILES);
      assert.equal((await packPackage(copy.root, PACKAGE, copy.root)).integrity, packed.integrity);
      await writeFile(
        join(copy.root, "core/shared.ts"),
        "export const shared: object = { changed: true };\n",
      );
      assert.notEqual((await packPackage(copy.root, PACKAGE, copy.root)).integrity, packed.integrity);
    },
  );
});

Deno.test("a library says that it is pure, runs on an older Node and where its repository is, and its data can be imported", async () => {
  await using tree = await createTree(FILES);
  await using out = await createTree({});
  const address = "https://github.com/acme/tckb";
  const contents = await readTarball((await packPackage(tree.root, LIBRARY, out.root, address)).file);
  const { engines, sideEffects, exports, repository } = JSON.parse(contents.get("package.json")!.text);
  assert.deepEqual([engines, sideEffects, exports["./shape.json"], repository], [
    { node: ">=20.12.0" },
    false,
    "./shape.json",
    { type: "git", url: "git+https://github.com/acme/tckb.git" },
  ]);
  assert.ok(contents.has("shape.json"));
});

Deno.test("the packages that applications bundle are pure, and ask for no Node of the tools", () => {
  const pure = NPM_PACKAGES.filter(({ isPure }) => isPure).map(({ name, node }) => [name, node]);
  assert.deepEqual(pure, ["@tck/tckb", "@tck/client", "@tck/feed"].map((name) => [name, "20.20.2"]));
});

const FAULTS:
  readonly (readonly [what: string, files: { [path: string]: string | null }, message: RegExp])[] = [
    [
      "a dependency without a version",
      { "core/shared.ts": 'export * as shared from "valibot";\n' },
      /^Cannot depend on "valibot": deno\.json pins no version of it$/,
    ],
    [
      "a file that is copied and does not exist",
      { "readme.md": null },
      /^Cannot pack "readme\.md": .*ENOENT/,
    ],
    [
      "an export without a declared type",
      { "core/tiny/other.tsx": "export const again = globalThis.document.createElement('p').cloneNode();\n" },
      /^Cannot compile modules: .*core\/tiny\/other\.tsx:1:14: TS9010: /,
    ],
    [
      "an import of a missing file",
      { "core/shared.ts": 'export * from "./gone.ts";\n' },
      /^Cannot compile modules: core\/shared\.ts:1:15: .*Could not resolve '\.\/gone\.ts'/,
    ],
  ];

for (const [what, files, message] of FAULTS) {
  Deno.test(`${what} cannot be packed`, async () => {
    const left = Object.entries({ ...FILES, ...files }).filter(([, text]) => text !== null);
    await using tree = await createTree(Object.fromEntries(left) as { [path: string]: string });
    await assert.rejects(
      packPackage(tree.root, PACKAGE, tree.root),
      (error: unknown) => error instanceof PackageError && message.test(error.message),
    );
  });
}
