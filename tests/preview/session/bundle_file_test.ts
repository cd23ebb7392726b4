import assert from "node:assert/strict";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBundleFile } from "../../../preview/server/model/bundles/bundle_file.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

Deno.test("a file is read again while its time stamps are younger than two seconds, and not when they are older", async () => {
  await using project = await Project.create({ "001_a.tckb": await makeBundle("a") });
  const path = join(project.path, "001_a.tckb");
  const age = async (seconds: number) => await utimes(path, Date.now() / 1000, Date.now() / 1000 - seconds);

  await age(1);
  const young = await readBundleFile(path, null, 0);
  assert.equal(young!.signature, null);
  await writeFile(path, await makeBundle("b")); // As long as the first.
  const rewritten = await readBundleFile(path, young, 0);
  assert.notEqual(rewritten!.bundle!.hash, young!.bundle!.hash);

  await age(5);
  const old = await readBundleFile(path, rewritten, 0);
  assert.notEqual(old!.signature, null);
  assert.equal(await readBundleFile(path, old, 0), old);

  await writeFile(path, await makeBundle("c"));
  await age(4);
  assert.notEqual((await readBundleFile(path, old, 0))!.bundle!.hash, old!.bundle!.hash);
});

Deno.test("a broken file is reported at once when it is old, and one that was just written keeps its former bundle", async () => {
  await using project = await Project.create({ "001_a.tckb": await makeBundle("a") });
  const path = join(project.path, "001_a.tckb");
  const valid = await readBundleFile(path, null, 60_000);
  assert.equal(valid!.unsettled, false);
  await writeFile(path, "broken");
  const young = await readBundleFile(path, valid, 60_000);
  assert.deepEqual([young!.unsettled, young!.bundle, young!.fault], [true, valid!.bundle, null]);
  const age = async (seconds: number) => await utimes(path, Date.now() / 1000, Date.now() / 1000 - seconds);
  await age(61);
  for (const former of [null, young]) {
    const old = await readBundleFile(path, former, 60_000);
    assert.deepEqual([old!.unsettled, old!.bundle], [false, null]);
    assert.notEqual(old!.fault, null);
  }
});
