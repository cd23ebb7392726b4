import assert from "node:assert/strict";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSite } from "../../../preview/server/site/build_site.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";

Deno.test("a site that cannot be built leaves nothing of it, and no link to its project", async () => {
  // Vite needs a link to a folder of this name.
  await using place = await Project.create({
    "elsewhere/001_a.tckb": await makeBundle("a"),
    "temporary/.keep": "",
  });
  const cwd = join(place.path, "#1");
  await mkdir(join(cwd, "dist"), { recursive: true });
  await symlink(join(place.path, "elsewhere/001_a.tckb"), join(cwd, "dist/001_a.tckb"));
  const former = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", join(place.path, "temporary"));
  const build = (cwd: string) =>
    buildSite({ cwd, out: join(place.path, "out/site"), report() {}, onProgress() {} });
  try {
    await assert.rejects(build(cwd), { code: "folder.outside" });
    await assert.rejects(build(join(place.path, "none")), { code: "config.not_found" });
    assert.deepEqual(await readdir(join(place.path, "out")), []);
    assert.deepEqual(await readdir(join(place.path, "temporary")), [".keep"]);
    await writeFile(join(place.path, "out/site"), "a file");
    await assert.rejects(build(cwd), { code: "folder.occupied" });
    assert.deepEqual(await readdir(join(place.path, "out")), ["site"]);
  } finally {
    if (former === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", former);
    await (await import("esbuild")).stop();
  }
});
