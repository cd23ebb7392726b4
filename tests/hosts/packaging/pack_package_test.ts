import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { type NpmPackage, PackageError, packPackage } from "../../../hosts/packaging/mod.ts";

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
};

const FILES: { readonly [path: string]: string } = {
  "deno.json": JSON.stringify({
    version: "3.2.1",
    license: "MIT",
    imports: { fflate: "npm:fflate@0.8.3", react: "npm:react@19.3.1" },
    compilerOptions: { jsx: "react-jsx" },
  }),
  "deno.lock": JSON.stringify({ version: "5" }),
  "LICENSE": "MIT",
  "readme.md": "# tiny\n",
  "core/tiny/mod.ts": 'export { shared } from "../shared.ts";\nexport type { Kind } from "../kind.ts";\n',
  "core/tiny/other.tsx": 'import { shared } from "../shared.ts";\nexport const again: object = shared;\n',
  "core/shared.ts": "export const shared: object = {};\n",
  "core/kind.ts": "/** A kind. */\nexport type Kind = string;\n",
  "core/unused.ts": "export const unused: number = 1;\n",
  "web/tiny/bin.ts": `import { gzipSync } from "fflate";
import { shared } from "../../core/tiny/mod.ts";
const made = new URL("../../core/made.js", import.meta.url);
const source = new URL("../template/source.ts", import.meta.url);
const template = new URL("../template/", import.meta.url);
globalThis.console.log(gzipSync, shared, made, source, template);
`,
  "web/template/gitignore": "dist/\n",
  "web/template/dist/left.txt": "left from a build",
  "terminal/mod.ts": "export {};\n",
  "preview/mod.ts": "export {};\n",
  "hosts/mod.ts": "export {};\n",
};

Deno.test("a package is made from a tree", async (t) => {
  await using tree = await createTree(FILES);
  const packed = await packPackage(tree.root, PACKAGE);

  await t.step(
    "with the modules that its entries reach, once, their declarations, generated files and files loaded by URL",
    () => {
      assert.deepEqual([packed.fileName, packed.version], ["tck-tiny-3.2.1.tgz", "3.2.1"]);
      assert.deepEqual(packed.files.map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, ".js")), [
        "LICENSE",
        "README.md",
        "core/kind.d.ts",
        "core/made.js",
        "core/shared.d.ts",
        "core/tiny/mod.d.ts",
        "core/tiny/mod.js",
        "core/tiny/other.d.ts",
        "core/tiny/other.js",
        "package.json",
        "web/joined/chunk.js",
        "web/joined/chunk.js",
        "web/template/gitignore",
        "web/tiny/bin.js",
      ]);
    },
  );

  await t.step("with exact versions of dependencies and ranges of peers", async () => {
    assert.deepEqual(await readPackageJson(packed.tarball), {
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
      assert.equal((await packPackage(copy.root, PACKAGE)).integrity, packed.integrity);
      await writeFile(
        join(copy.root, "core/shared.ts"),
        "export const shared: object = { changed: true };\n",
      );
      assert.notEqual((await packPackage(copy.root, PACKAGE)).integrity, packed.integrity);
    },
  );
});

const FAULTS: readonly (readonly [what: string, files: { [path: string]: string }, message: RegExp])[] = [
  [
    "a dependency without a version",
    { "core/shared.ts": 'export * as shared from "npm:valibot@1.5.0";\n' },
    /^Cannot depend on "valibot": deno\.json pins no version of it$/,
  ],
  [
    "a URL of a missing file",
    {
      "core/shared.ts": 'export const shared: URL = new URL("./gone.css", import.meta.url);\n',
    },
    /^Cannot pack "core\/gone\.css": a module loads it by URL, and it does not exist$/,
  ],
  [
    "an export without a declared type",
    { "core/tiny/other.tsx": "export const again = globalThis.document.createElement('p').cloneNode();\n" },
    /^Cannot (pack "core\/tiny\/other\.tsx": it has no declarations|compile modules: )/,
  ],
  [
    "an import of a missing file",
    { "core/shared.ts": 'export * from "./gone.ts";\n' },
    /^Cannot compile modules: /,
  ],
];

for (const [what, files, message] of FAULTS) {
  Deno.test(`${what} cannot be packed`, async () => {
    await using tree = await createTree({ ...FILES, ...files });
    await assert.rejects(
      packPackage(tree.root, PACKAGE),
      (error: unknown) => error instanceof PackageError && message.test(error.message),
    );
  });
}

async function createTree(files: { readonly [path: string]: string }) {
  const root = await mkdtemp(join(tmpdir(), "tck-tree-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

async function readPackageJson(tarball: Uint8Array): Promise<unknown> {
  const entries = await unpackTar(gunzipSync(tarball));
  const manifest = entries.find(({ header }) => header.name === "package/package.json")!;
  return JSON.parse(new TextDecoder().decode(manifest.data));
}
