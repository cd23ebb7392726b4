import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { readChangedFile } from "../../../preview/server/model/bundles/read_file.ts";
import { readSource } from "../../../preview/server/model/widgets/read_source.ts";
import { exchangePaths } from "../../terminal/files/exchange.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { Project } from "./project.ts";
import { makePipe } from "../../terminal/files/make_pipe.ts";

// claim: preview-sources-in-project
Deno.test("while a folder of sources and a link are exchanged, no source outside the project is shown", async () => {
  await using outside = await Project.create({ "a.ts": "outside" });
  await using project = await Project.create({ "widgets/a.ts": "\ufeffinside" });
  await symlink(outside.path, join(project.path, "decoy"));
  await using _ = await exchangePaths(join(project.path, "widgets"), join(project.path, "decoy"));
  const found = new Set<string | null>();
  for (let count = 0; count < 3_000; count++) found.add(await readSource(project.path, "widgets/a.ts"));
  assert.deepEqual(found, new Set([null, "\ufeffinside"]));
  assertNothingOpen(project.path);
  assertNothingOpen(outside.path);
});

Deno.test("a bundle that is exchanged for a pipe is not waited for", async () => {
  await using project = await Project.create({});
  const path = join(project.path, "001_a.tckb");
  makePipe(path);
  assert.equal(await readChangedFile(path, null), null);
  assert.equal(await readChangedFile(join(project.path, "none.tckb"), null), null);
});
