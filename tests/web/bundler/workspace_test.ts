import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { PackageFolders } from "../../../web/bundler/compile/sources/package_folders.ts";
import { listMembers } from "../../../web/bundler/compile/sources/workspace_members.ts";
import { readPatterns } from "../../../web/bundler/compile/sources/workspace_patterns.ts";
import { listLinkedPackages } from "../../../web/bundler/linked_packages.ts";
import { buildProject, type BuildReport, denoIsolation } from "../../../web/bundler/mod.ts";
import { MANIFEST, ProjectFolder, SOURCE } from "./project_folder.ts";

const WIDGET = `import { Figure } from "@acme/ui"; import "@acme/ui/ui.css";
  ${MANIFEST} export default function Hello() { return <Figure />; }`;

/** A workspace as pnpm has it, with a project of widgets and two packages, of which one imports the other. */
const WORKSPACE = {
  "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n  - apps/*\n',
  [`apps/brief/${SOURCE}`]: WIDGET,
  "apps/brief/package.json": '{ "name": "brief" }',
  "packages/ui/package.json":
    '{ "name": "@acme/ui", "exports": { ".": "./src/mod.tsx", "./ui.css": "./src/ui.css" } }',
  "packages/ui/src/mod.tsx": `import { words } from "@acme/words"; import { once } from "once";
    export function Figure() { return <p className="acme">{words} {once}</p>; }`,
  "packages/ui/src/ui.css": ".acme { color: var(--color-text) }",
  "packages/words/package.json": '{ "name": "@acme/words", "main": "mod.ts" }',
  "packages/words/mod.ts": 'export const words: string = "from a member";',
  "node_modules/.pnpm/once@1.0.0/node_modules/once/package.json": '{ "name": "once", "main": "once.js" }',
  "node_modules/.pnpm/once@1.0.0/node_modules/once/once.js": 'exports.once = "from the store";',
  "ops/package.json": '{ "name": "ops" }',
  "ops/prod.json": '{ "token": "s3cret" }',
};

const LINKS = {
  "apps/brief/node_modules/@acme/ui": "../../../../packages/ui",
  "packages/ui/node_modules/@acme/words": "../../../words",
  "packages/ui/node_modules/once": "../../../node_modules/.pnpm/once@1.0.0/node_modules/once",
};

async function createWorkspace(
  files: { readonly [path: string]: string },
  links: { readonly [path: string]: string },
): Promise<ProjectFolder> {
  const folder = await ProjectFolder.create(files);
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await symlink(target, join(folder.path, path));
  }
  return folder;
}

function build({ path }: ProjectFolder): Promise<BuildReport> {
  return buildProject(join(path, "apps/brief"), { isolation: denoIsolation(process.execPath) });
}

Deno.test("a package of the workspace is built, with what it imports from another and from the store", async () => {
  await using workspace = await createWorkspace(WORKSPACE, LINKS);
  assert.deepEqual((await build(workspace)).diagnostics, []);
  const { module, css } = await workspace.bundle("001_hello", "apps/brief/dist");
  const text = new TextDecoder().decode(module);
  assert.match(text, /from a member/);
  assert.match(text, /from the store/);
  assert.match(new TextDecoder().decode(css!), /\.acme\{/);
});

Deno.test("a widget is built again when a file of a package of the workspace has changed", async () => {
  await using workspace = await createWorkspace(WORKSPACE, LINKS);
  await build(workspace);
  const again = await build(workspace);
  assert.deepEqual(again.widgets.map(({ status }) => status), ["unchanged"]);
  await workspace.write("packages/words/mod.ts", 'export const words: string = "from an edit";');
  const edited = await build(workspace);
  assert.deepEqual(edited.widgets.map(({ status }) => status), ["built"]);
});

// claim: build-own-project
Deno.test("a folder that the workspace does not list is rejected, also through a link and beside a package", async () => {
  for (
    const [specifier, links, files] of [
      ["ops/prod.json", { "apps/brief/node_modules/ops": "../../../ops" }, {}],
      ["@acme/ui/ops/prod.json", { ...LINKS, "packages/ui/ops": "../../ops" }, {
        "packages/ui/package.json": '{ "name": "@acme/ui" }',
      }],
      ["../../../../ops/prod.json", {}, {}],
    ] as const
  ) {
    await using workspace = await createWorkspace({
      ...WORKSPACE,
      ...files,
      [`apps/brief/${SOURCE}`]: `import secret from "${specifier}"; ${MANIFEST}
        export default function Hello() { return <p>{secret.token}</p>; }`,
    }, links);
    const { diagnostics } = await build(workspace);
    assert.deepEqual(diagnostics.map(({ code }) => code), ["import.forbidden"], specifier);
    assert.match(diagnostics[0]!.hint, /package of its workspace/);
  }
});

// claim: build-own-project
Deno.test("a workspace that does not list the project is not the project's", async () => {
  await using workspace = await createWorkspace({
    ...WORKSPACE,
    "pnpm-workspace.yaml": 'packages: ["packages/*"]\n',
  }, LINKS);
  assert.deepEqual((await build(workspace)).diagnostics.map(({ code }) => code), [
    "import.forbidden",
    "import.forbidden",
  ]);
});

Deno.test("the packages of a workspace are read from the files of pnpm, npm, Yarn, Bun and Deno", () => {
  const read = (files: { [file: string]: string }) => listMembers((file) => files[file] ?? null);
  const yaml = (text: string) => read({ "pnpm-workspace.yaml": text });
  assert.deepEqual(yaml("packages:\n  - 'a/*' # first\n\n  # none\n  - \"b\"\n  - c/**\nother:\n  - d\n"), [
    "a/*",
    "b",
    "c/**",
  ]);
  assert.deepEqual(yaml("packages:\n- a\n- '!b'\n"), ["a", "!b"]);
  assert.deepEqual(yaml('packages: ["a/*", b]\n'), ["a/*", "b"]);
  assert.deepEqual(yaml("packages: [\n  a,\n  b,\n]\n"), ["a", "b"]);
  assert.equal(yaml("minimumReleaseAgeExclude:\n  - a\n"), null);
  assert.deepEqual(read({ "package.json": '{ "workspaces": ["a", 7] }' }), ["a"]);
  assert.deepEqual(read({ "package.json": '{ "workspaces": { "packages": ["a"] } }' }), ["a"]);
  assert.deepEqual(read({ "deno.json": '{ "workspace": ["./a"] }' }), ["./a"]);
  assert.equal(read({ "package.json": "{", "deno.json": "null" }), null);
  assert.equal(read({}), null);
});

Deno.test("patterns name the folders that package managers find by them", () => {
  const names = (pattern: string, ...paths: string[]) => paths.filter(readPatterns([pattern]));
  const paths = [
    "packages",
    "packages/ui",
    "packages/ui/test",
    "packages/.git",
    "packages/node_modules",
    "apps/ui",
  ];
  assert.deepEqual(names("packages/*", ...paths), ["packages/ui"]);
  assert.deepEqual(names("./packages/ui/", ...paths), ["packages/ui"]);
  assert.deepEqual(names("packages/**", ...paths), ["packages", "packages/ui", "packages/ui/test"]);
  assert.deepEqual(names("**", ...paths), ["packages", "packages/ui", "packages/ui/test", "apps/ui"]);
  assert.deepEqual(names("{packages,apps}/u?", ...paths), ["packages/ui", "apps/ui"]);
  assert.deepEqual(names("pack*/ui", ...paths), ["packages/ui"]);
  assert.deepEqual(names("(packages|apps)/ui", ...paths), []);
  assert.equal(readPatterns(["packages/*", "!packages/ui"])("packages/ui"), false);
});

// claim: compilers-limited
Deno.test("patterns that could match in very many ways take no longer than others", () => {
  const folders = Array(200).fill("a").join("/");
  const cases: [pattern: string, path: string, isListed: boolean][] = [
    [Array(60).fill("**").join("/") + "/zzz", folders, false],
    [Array(60).fill("**").join("/") + "/a", folders, true],
    [Array(60).fill("**/*").join("/") + "/zzz", folders, false],
    ["*a".repeat(60) + "b", "a".repeat(250), false],
    ["{a,aa,aaa}".repeat(40) + "b", "a".repeat(250), false],
    ["*a".repeat(60), "a".repeat(250), true],
  ];
  for (const [pattern, path, isListed] of cases) {
    assert.equal(readPatterns([pattern])(path), isListed, pattern);
  }
});

Deno.test("pnpm's store for several projects counts where pnpm keeps it, and nothing beside its packages", async () => {
  await using folder = await ProjectFolder.create({
    ".pnpm-store/v10/links/@/part/1.0.0/hash/node_modules/part/index.js": "",
    "project/package.json": "{}",
  });
  const folders = new PackageFolders(join(folder.path, "project"));
  const holds = (path: string) => folders.hold(join(folder.path, path));
  assert.ok(holds(".pnpm-store/v10/links/@/part/1.0.0/hash/node_modules/part/index.js"));
  assert.equal(holds(".pnpm-store/v10/files/00/index.js"), false);
  assert.equal(holds(".pnpm-store/v10/links/secret.js"), false);
  assert.equal(holds("other/v10/links/node_modules/part/index.js"), false);
});

Deno.test("the packages that a project is built from are those that links lead to, one after the other and in a circle, and those of its files", async () => {
  await using workspace = await createWorkspace({
    ...WORKSPACE,
    "packages/plain/package.json": "{}",
    "packages/plain/src/mod.ts": "",
    "packages/plain/inner/package.json": "{}",
    "packages/plain/inner/mod.ts": "",
  }, {
    ...LINKS,
    "packages/words/node_modules/@acme/ui": "../../../ui",
    "packages/words/node_modules/brief": "../../../apps/brief",
    "packages/words/node_modules/gone": "../../gone",
  });
  const root = workspace.path;
  const project = join(root, "apps/brief");
  const list = (...files: string[]) => {
    const folders = listLinkedPackages(project, files.map((file) => join(root, file)));
    return folders.map((folder) => relative(root, folder)).sort();
  };
  assert.deepEqual(list(), ["packages/ui", "packages/words"]);
  const files = [
    "packages/plain/inner/mod.ts",
    "packages/plain/src/mod.ts",
    "packages/ui/src/mod.tsx",
    "README.md",
  ];
  assert.deepEqual(list(...files, "packages/x/node_modules/y/mod.ts"), [
    "packages/plain",
    "packages/ui",
    "packages/words",
  ]);
});
