import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { CommitRequestQueue } from "../../../core/commit/mod.ts";
import { callQueue, renewLease } from "../../../hosts/commit_queue/request_lease.ts";
import {
  findWorkspace,
  locateWorkspace,
  openSharedWorkspaces,
} from "../../../hosts/commit_queue/shared_workspaces.ts";
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ATTEMPT = { jobId: "j", attempt: 0 };

/** A clock whose sleeps the test ends, by their length. */
function createClock() {
  const sleeping: { milliseconds: number; end: () => void }[] = [];
  const sleep = (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      sleeping.push({ milliseconds, end: resolve });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  const end = async (milliseconds: number) => {
    const index = sleeping.findIndex((one) => one.milliseconds === milliseconds);
    assert.ok(index >= 0, `nothing sleeps for ${milliseconds} ms: ${JSON.stringify(sleeping)}`);
    sleeping.splice(index, 1)[0]!.end();
    await setImmediate();
  };
  return { clock: { now: () => 0, sleep }, sleeping, end };
}

function createLease(renew: CommitRequestQueue["renew"]) {
  const { clock, sleeping, end } = createClock();
  let calls = 0;
  const queue = {
    renew: (attempt: typeof ATTEMPT) => (calls++, assert.equal(attempt, ATTEMPT), renew(attempt)),
  } as unknown as CommitRequestQueue;
  const lease = renewLease({ clock, queue }, ATTEMPT, {});
  return { lease, end, sleeping, calls: () => calls };
}

Deno.test("a lease is renewed every ten seconds until the queue says that it is lost", async () => {
  const answers = [true, true, false];
  const { lease, end, calls } = createLease(() => Promise.resolve(answers.shift()!));
  for (let renewal = 1; renewal <= 3; renewal++) {
    assert.equal(lease.lost.aborted, false);
    await end(10_000);
    assert.equal(calls(), renewal);
  }
  assert.equal(lease.lost.aborted, true);
  assert.match(lease.lost.reason.message, /lease on the request is lost/);
});

Deno.test("a renewal that the queue rejects keeps the lease, one that is not answered in 15 s loses it", async () => {
  const { lease, end } = createLease(() => Promise.reject(new Error("no connection")));
  await end(10_000);
  await setImmediate();
  assert.equal(lease.lost.aborted, false);
  await end(10_000);
  assert.equal(lease.lost.aborted, false);
  lease[Symbol.dispose]();

  const silent = createLease(() => new Promise(() => {}));
  await silent.end(10_000);
  assert.equal(silent.lease.lost.aborted, false);
  await silent.end(15_000);
  assert.equal(silent.lease.lost.aborted, true);
});

Deno.test("a lease that is disposed of is neither renewed nor lost", async () => {
  const { lease, sleeping, calls } = createLease(() => Promise.resolve(false));
  lease[Symbol.dispose]();
  sleeping[0]!.end();
  await setImmediate();
  assert.deepEqual([calls(), lease.lost.aborted], [0, false]);
});

Deno.test("a call of the queue is limited by the option's time", async () => {
  const { clock, end } = createClock();
  const queue = {} as CommitRequestQueue;
  const called = callQueue({ clock, queue }, { queueTimeout: 7 }, () => new Promise(() => {}));
  const rejected = assert.rejects(() => called, /no answer within 7 ms/);
  await end(7);
  await rejected;
});

// claim: workspace-below-folder
Deno.test("a workspace is located below the shared folder by its real path, and found there again", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tck-shared-")));
  try {
    await mkdir(join(folder, "shared/ada/task"), { recursive: true });
    await mkdir(join(folder, "shared-too"));
    await symlink(join(folder, "shared-too"), join(folder, "shared/stray"));
    await symlink(join(folder, "shared/ada"), join(folder, "elsewhere"));
    await symlink(".", join(folder, "shared/itself"));
    const shared = await openSharedWorkspaces(join(folder, "shared"));
    assert.equal(await locateWorkspace(shared, join(folder, "elsewhere/task")), "ada/task");
    using workspace = findWorkspace(shared, "ada/task");
    assert.equal(workspace.path, join(shared, "ada/task"));
    const outside = { code: "workspace.outside" };
    for (const path of ["shared", "shared-too", "shared/stray"]) {
      await assert.rejects(() => locateWorkspace(shared, join(folder, path)), outside, path);
    }
    for (const location of ["stray", "itself", "../shared-too", "", "/ada", "ada/../ada"]) {
      assert.throws(() => findWorkspace(shared, location), outside, location);
    }
    const missing = { code: "commit.no_bundles" };
    await assert.rejects(() => locateWorkspace(shared, join(shared, "nobody")), missing);
    assert.throws(() => findWorkspace(shared, "nobody"), missing);
    await assert.rejects(() => openSharedWorkspaces(join(folder, "nothing")), {
      code: "workspace.outside",
      message: /ENOENT/,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
