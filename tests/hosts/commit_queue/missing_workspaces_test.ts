import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  findWorkspace,
  locateWorkspace,
  openSharedWorkspaces,
} from "../../../hosts/commit_queue/shared_workspaces.ts";
import { enqueueCommit, runCommitWorker } from "../../../hosts/commit_queue/mod.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { Engines, REQUEST } from "../commit/service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

Deno.test("a workspace below a file does not exist, for the command and for the worker", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-shared-"));
  try {
    const shared = await openSharedWorkspaces(folder);
    await writeFile(join(folder, "file"), "");
    const missing = { code: "commit.no_bundles" };
    for (const location of ["file/task", "nobody", "nobody/task"]) {
      assert.throws(() => findWorkspace(shared, location), missing, location);
      await assert.rejects(locateWorkspace(shared, join(folder, location)), missing, location);
    }
    await mkdir(join(folder, "task"));
    findWorkspace(shared, "task")[Symbol.dispose]();
    assertNothingOpen(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

Deno.test("a request for a workspace below a file is a dead letter at once, without a retry", () =>
  engines.run("postgresql", async ({ deps, database, folder }) => {
    const workspaces = await openSharedWorkspaces(folder);
    await writeFile(join(folder, "file"), "");
    await enqueueCommit(deps, { ...REQUEST, workspace: "file/task", strict: false }, "/test");
    const options = { workspaces, actor: "test", drain: true, signal: new AbortController().signal };
    assert.deepEqual(await runCommitWorker(deps, options), { committed: 0, failed: 1 });
    const [dead] = await database.commitRequests.listDead();
    assert.deepEqual([dead?.attempts, dead?.reason], [1, 'Cannot commit "file/task": it does not exist']);
  }));
