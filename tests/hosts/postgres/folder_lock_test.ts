import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { lockFolder } from "../../../hosts/postgres/folder_lock.ts";

async function withFolder(run: (folder: string, lockFile: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-lock-"));
  try {
    await run(folder, join(folder, "database.lock"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The lock file of a process, as that process would have written it. */
function describeHolder(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, token: crypto.randomUUID() });
}

Deno.test("a lock names its process, and is gone when it is given back", () =>
  withFolder(async (folder, lockFile) => {
    const lock = await lockFolder(folder);
    assert.equal(JSON.parse(await readFile(lockFile, "utf8")).pid, process.pid);
    await lock.release();
    assert.deepEqual(await readdir(folder), []);
    await (await lockFolder(folder)).release();
  }));

Deno.test("a folder that this process holds is refused, with what to do", () =>
  withFolder(async (folder) => {
    const lock = await lockFolder(folder);
    await assert.rejects(() => lockFolder(folder), {
      name: "DatabaseError",
      code: "database.locked",
      message: new RegExp(`process ${process.pid} holds it; stop that process, or remove `),
    });
    await lock.release();
  }));

Deno.test("a folder that another living process holds is refused", () =>
  withFolder(async (folder, lockFile) => {
    const child = spawn(process.execPath, [
      "eval",
      "await new Promise((resolve) => setTimeout(resolve, 1e6))",
    ]);
    try {
      await writeFile(lockFile, describeHolder(child.pid!));
      await assert.rejects(() => lockFolder(folder), {
        code: "database.locked",
        message: new RegExp(`${child.pid}`),
      });
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await (await lockFolder(folder)).release();
  }));

Deno.test("a folder that another machine holds is refused: whether its process lives cannot be seen from here", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, describeHolder(1, "elsewhere.example"));
    await assert.rejects(() => lockFolder(folder), {
      code: "database.locked",
      message: /process 1 on "elsewhere.example"/,
    });
  }));

Deno.test("the lock of an earlier process that had this one's number is taken over", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, describeHolder(process.pid));
    await (await lockFolder(folder)).release();
  }));

Deno.test("a lock file with no sense in it is taken over", () =>
  withFolder(async (folder, lockFile) => {
    for (const content of ["", "half a {", '{"pid":-1}', "null"]) {
      await writeFile(lockFile, content);
      await (await lockFolder(folder)).release();
    }
    assert.deepEqual(await readdir(folder), []);
  }));

Deno.test("of many that find a dead lock at once, one gets it", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, describeHolder(process.pid));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const locks = outcomes.filter((outcome) => outcome.status === "fulfilled");
    assert.equal(locks.length, 1);
    await locks[0]!.value.release();
    assert.deepEqual(await readdir(folder), []);
  }));
