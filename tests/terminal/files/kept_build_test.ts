import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildPlace, keepBuild, type KeptBuild, readKeptBuild } from "../../../terminal/files/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";

/** A build of two sources and settings that were written an hour ago, and where it is kept. */
async function makeBuild(
  folder: string,
): Promise<{ build: KeptBuild; place: BuildPlace; sources: string[]; settings: string }> {
  const sources = ["one.ts", "two.ts"].map((name) => join(folder, name));
  const settings = join(folder, "settings.ts");
  const then = new Date(Date.now() - 3_600_000);
  for (const source of [...sources, settings]) {
    await writeFile(source, "export {};");
    await utimes(source, then, then);
  }
  const build = { modules: new Map([["\0tck-own:a.mjs", "export {};"], ["main", "boot();"]]), sources };
  const place = { file: join(folder, "kept", "build.json"), settings: [settings] };
  return { build, sources, settings, place };
}

Deno.test("a kept build is used until one of its sources changes or is deleted", async () => {
  await using folder = await temporaryFolder();
  const { build, place, sources, settings } = await makeBuild(folder.path);
  assert.equal(await readKeptBuild(place), null, "nothing is kept");
  const begun = Date.now();
  await keepBuild(place, build, begun);
  assert.deepEqual(await readKeptBuild(place), build);
  assert.deepEqual(await readdir(join(folder.path, "kept")), ["build.json"]);
  await writeFile(sources[1]!, "export { };");
  assert.equal(await readKeptBuild(place), null, "a source has changed");
  await writeFile(place.file, "{");
  assert.equal(await readKeptBuild(place), null, "the file is not complete");
  await keepBuild(place, build, Date.now() + 60_000);
  assert.deepEqual(await readKeptBuild(place), build);
  await keepBuild(
    place,
    { ...build, sources: [...sources, join(folder.path, "none.ts")] },
    Date.now() + 60_000,
  );
  assert.deepEqual(await readKeptBuild(place), build, "a build whose source is gone replaces none");
  await writeFile(settings, "export { };");
  assert.equal(await readKeptBuild(place), null, "how it is made has changed");
});

Deno.test("a build is not kept when a source was changed after it had begun", async () => {
  await using folder = await temporaryFolder();
  const { build, place, sources } = await makeBuild(folder.path);
  const begun = Date.now() - 1_000;
  await writeFile(sources[0]!, "export { };");
  await keepBuild(place, build, begun);
  assert.equal(await readKeptBuild(place), null);
});
