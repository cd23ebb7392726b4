// runs first
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createInstalledProject } from "../scaffold/installed_project.ts";
import { copySampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";

const README = new URL("../../../README.md", import.meta.url);

// The briefs are in a test of their own.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`the snapshot of ${name} has no error, at any size, state, language and theme`, async () => {
    await using project = await copySampleProject(name);
    await assertClean(project.path, []);
  });
}

Deno.test("the snapshot of a new project has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  await assertClean(await createInstalledProject(room.path), ["--strict"]);
});

Deno.test("the snapshot of the widget in the README has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  const directory = await createInstalledProject(room.path);
  const [, source] = /```tsx\n([^]*?)```/.exec(await readFile(README, "utf8")) ?? [];
  await writeFile(join(directory, "widgets/001_steps/widget.tck.tsx"), source!);
  await assertClean(directory, ["--strict"]);
});

async function assertClean(directory: string, flags: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runSnapshot(["--cwd", directory, ...flags]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
}
