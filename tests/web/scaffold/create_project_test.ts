import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProject, ScaffoldError, type ScaffoldErrorCode } from "../../../web/scaffold/mod.ts";
import { emptyFolder } from "./empty_folder.ts";

const FILES = [
  ".editorconfig",
  ".gitignore",
  ".vscode/settings.json",
  "AGENTS.md",
  "README.md",
  "assets.d.ts",
  "package.json",
  "pnpm-workspace.yaml",
  "tck.preview.config.ts",
  "tsconfig.json",
  "widgets/001_steps/widget.tck.tsx",
];

Deno.test("a new project has the example widget, the guide and the settings, and the name of its folder", async () => {
  await using room = await emptyFolder();
  const directory = join(room.path, "far", "evening-batch");
  const project = await createProject(directory);
  assert.deepEqual(project, { directory, name: "evening-batch", files: FILES });
  assert.deepEqual(await filesBelow(directory), FILES);
  const manifest = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
  assert.deepEqual([manifest.name, manifest.private, manifest.scripts.build], [
    "evening-batch",
    true,
    "tck build",
  ]);
  assert.deepEqual(await readdir(join(room.path, "far")), ["evening-batch"]);
});

Deno.test("an empty folder becomes the project", async () => {
  await using room = await emptyFolder();
  const directory = join(room.path, "widget-batch");
  await mkdir(directory);
  await createProject(directory);
  assert.deepEqual(await filesBelow(directory), FILES);
});

const REJECTED: readonly (readonly [what: string, name: string, code: ScaffoldErrorCode])[] = [
  ["a folder with a file in it", "full", "folder.not_empty"],
  ["a folder with only a hidden file in it", "hidden", "folder.not_empty"],
  ["the path of a file", "file", "folder.is_file"],
  ["a path below a file", "file/below", "folder.is_file"],
  ["a name with capitals", "Widgets", "name.invalid"],
  ["a name with a space", "my widgets", "name.invalid"],
  ["a name that begins with a dot", ".widgets", "name.invalid"],
  ["a name that is too long for npm", "a".repeat(215), "name.invalid"],
];

for (const [what, name, code] of REJECTED) {
  Deno.test(`${what} is rejected, and nothing changes`, async () => {
    await using room = await emptyFolder();
    await mkdir(join(room.path, "full"));
    await writeFile(join(room.path, "full", "package.json"), "{}");
    await mkdir(join(room.path, "hidden"));
    await writeFile(join(room.path, "hidden", ".env"), "A=1");
    await writeFile(join(room.path, "file"), "mine");
    const before = await snapshot(room.path);
    await assert.rejects(createProject(join(room.path, name)), isScaffoldError(code));
    assert.deepEqual(await snapshot(room.path), before);
  });
}

Deno.test("the current folder is rejected, because it cannot be replaced atomically", async () => {
  await assert.rejects(createProject("."), isScaffoldError("folder.current"));
});

Deno.test("when many projects are created in one folder concurrently, one is complete and no draft is left", async () => {
  await using room = await emptyFolder();
  const directory = join(room.path, "widget-batch");
  await mkdir(directory);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => createProject(directory)));
  const rejected = results.filter((result) => result.status === "rejected");
  assert.equal(rejected.length, 7);
  for (const { reason } of rejected) assert.ok(isScaffoldError("folder.not_empty")(reason), String(reason));
  assert.deepEqual(await readdir(room.path), ["widget-batch"]);
  assert.deepEqual(await filesBelow(directory), FILES);
});

function isScaffoldError(code: ScaffoldErrorCode): (error: unknown) => boolean {
  return (error) =>
    error instanceof ScaffoldError && error.code === code &&
    error.message.startsWith("Cannot create project ");
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

/** Every file and folder with its content and modification time. */
async function snapshot(folder: string): Promise<[path: string, content: string, time: number][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(path, "utf8") : "";
    return [path, content, (await stat(path)).mtimeMs] as [string, string, number];
  }));
  return found.sort(([a], [b]) => a < b ? -1 : 1);
}
