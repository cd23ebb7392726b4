import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { buildFixtures } from "../../fixtures/tckb/generate.ts";

const FOLDER = new URL("../../fixtures/tckb/", import.meta.url);

Deno.test("the committed fixtures are exactly those that the script generates", async () => {
  const generated = await buildFixtures();
  const files: string[] = [];
  for (const folder of ["good", "bad"]) {
    for (const file of await readdir(new URL(folder, FOLDER))) files.push(`${folder}/${file}`);
  }
  assert.deepEqual(files.sort(), [...generated.keys()].sort());
  for (const [path, bytes] of generated) {
    assert.deepEqual(new Uint8Array(await readFile(new URL(path, FOLDER))), bytes, path);
  }
});
