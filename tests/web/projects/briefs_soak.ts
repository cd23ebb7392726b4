import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { copySampleProject } from "./sample_projects.ts";
import { assertClean } from "./sample_snapshots.ts";

const WIDGETS = fileURLToPath(new URL("../../../fixtures/projects/briefs/widgets/", import.meta.url));

/** As many widgets are taken in one run: a snapshot has at most 1000 pictures. */
const AT_ONCE = 3;

Deno.test("the first report of each brief has neither errors nor warnings, at any size, state and language", async (t) => {
  await using project = await copySampleProject("briefs");
  const names = (await readdir(WIDGETS)).sort();
  assert.ok(names.length >= 10);
  const take = async (...flags: string[]) => {
    await assertClean(project.path, flags, { strict: true });
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
