// runs first
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { copySampleProject } from "./sample_projects.ts";

const WIDGETS = fileURLToPath(new URL("../../../fixtures/projects/briefs/widgets/", import.meta.url));

/** As many widgets are taken in one run: a snapshot has at most 1000 pictures. */
const AT_ONCE = 3;

Deno.test("the first report of each brief has neither errors nor warnings, at any size, state and language", async (t) => {
  await using project = await copySampleProject("briefs");
  const names = (await readdir(WIDGETS)).sort();
  assert.ok(names.length >= 10);
  const take = async (...flags: string[]) => {
    const { code, stdout, stderr } = await runSnapshot(["--cwd", project.path, "--strict", ...flags]);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
  };
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const some = names.slice(first, first + AT_ONCE);
    await t.step(
      some.join(", "),
      () => take("--theme", "light", ...some.flatMap((name) => ["--widget", name])),
    );
  }
  await t.step(
    "all in the dark theme",
    () => take("--theme", "dark", "--state", "default", "--locale", "en"),
  );
});

Deno.test("a brief has at most ten lines of CSS", async () => {
  for (const name of await readdir(WIDGETS)) {
    const sheets = (await readdir(join(WIDGETS, name), { recursive: true })).filter((file) =>
      file.endsWith(".css")
    );
    const texts = await Promise.all(sheets.map((file) => readFile(join(WIDGETS, name, file), "utf8")));
    const lines = texts.join("\n").split("\n").filter((line) => line.trim() !== "");
    assert.ok(lines.length <= 10, `${name}: ${lines.length} lines`);
  }
});
