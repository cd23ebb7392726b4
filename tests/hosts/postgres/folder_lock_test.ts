import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { lockFolder } from "../../../hosts/postgres/folder_lock/folder_lock.ts";
import { describeOwnHolder, isRunningHolder } from "../../../hosts/postgres/folder_lock/lock_holder.ts";

async function withFolder(run: (folder: string, lockFile: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-lock-"));
  try {
    await run(folder, join(folder, "database.lock"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a test while another process runs. */
async function withOtherProcess(run: (pid: number) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [
    "eval",
    "await new Promise((resolve) => setTimeout(resolve, 1e6))", // timer: it runs until it is killed
  ]);
  try {
    await run(child.pid!);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** The lock file as the process would write it. */
function formatHolder(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, token: crypto.randomUUID() });
}

Deno.test("a lock file contains its process, and is removed when the lock is released", () =>
  withFolder(async (folder, lockFile) => {
    const lock = await lockFolder(folder);
    assert.equal(JSON.parse(await readFile(lockFile, "utf8")).pid, process.pid);
    await lock.release();
    assert.deepEqual(await readdir(folder), []);
    await (await lockFolder(folder)).release();
  }));

Deno.test("a folder that this process has locked is rejected, with what to do", () =>
  withFolder(async (folder) => {
    const lock = await lockFolder(folder);
    await assert.rejects(() => lockFolder(folder), {
      name: "DatabaseError",
      code: "database.locked",
      message: new RegExp(`process ${process.pid} has its lock; stop that process, or remove `),
    });
    await lock.release();
  }));

Deno.test("a lock that is released again does not remove the next one", () =>
  withFolder(async (folder) => {
    const first = await lockFolder(folder);
    await first.release();
    const second = await lockFolder(folder);
    await first.release();
    await assert.rejects(() => lockFolder(folder), { code: "database.locked" });
    await second.release();
  }));

Deno.test("a folder that another running process has locked is rejected", () =>
  withFolder(async (folder, lockFile) => {
    await withOtherProcess(async (pid) => {
      await writeFile(lockFile, formatHolder(pid));
      await assert.rejects(() => lockFolder(folder), {
        code: "database.locked",
        message: new RegExp(`${pid}`),
      });
    });
    await (await lockFolder(folder)).release();
  }));

Deno.test("a folder that another machine has locked is rejected, since its process cannot be checked", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, formatHolder(1, "elsewhere.example"));
    await assert.rejects(() => lockFolder(folder), {
      code: "database.locked",
      message: /process 1 on "elsewhere.example", another machine or container than ".*", has its lock/,
    });
  }));

Deno.test("the lock of a process whose id another one has since is replaced, where the system says when it began", () =>
  withFolder(async (folder, lockFile) => {
    await withOtherProcess(async (pid) => {
      const own = await lockFolder(folder);
      const { began } = JSON.parse(await readFile(lockFile, "utf8"));
      await own.release();
      assert.match(began, /^[0-9a-f-]{36}\/\d+$/);
      const former = [began.replace(/\d+$/, "1"), began.replace(/^[0-9a-f]{8}/, "00000000")];
      for (const other of former) {
        const holder = { pid: pid, host: hostname(), began: other, token: crypto.randomUUID() };
        await writeFile(lockFile, JSON.stringify(holder));
        await (await lockFolder(folder)).release();
      }
    });
  }));

Deno.test({
  name:
    "where one of two processes is not told when the system began, the holder is known by its id and its own beginning",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withOtherProcess(async (pid) => {
      const own = await describeOwnHolder();
      const [boot] = own.began.split("/");
      const ticks = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)!.split(" ")[19];
      for (
        const [holder, asks, isRunning] of [
          ["", own.began, true],
          [`${boot}/${ticks}`, "", true],
          [`${boot}/1`, "", false],
        ] as const
      ) {
        const answer = await isRunningHolder("unused", { ...own, pid, began: holder }, {
          ...own,
          began: asks,
        });
        assert.equal(answer, isRunning, `${holder} is asked about by ${asks}`);
      }
    }),
});

Deno.test("the lock of an earlier process with this process's id is replaced", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, formatHolder(process.pid));
    await (await lockFolder(folder)).release();
  }));

Deno.test("a lock file that cannot be parsed is replaced", () =>
  withFolder(async (folder, lockFile) => {
    for (const content of ["", "half a {", '{"pid":-1}', "null"]) {
      await writeFile(lockFile, content);
      await (await lockFolder(folder)).release();
    }
    assert.deepEqual(await readdir(folder), []);
  }));

Deno.test("of several that find a stale lock at the same time, one gets the lock", () =>
  withFolder(async (folder, lockFile) => {
    await writeFile(lockFile, formatHolder(process.pid));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const locks = outcomes.filter((outcome) => outcome.status === "fulfilled");
    assert.equal(locks.length, 1);
    await locks[0]!.value.release();
    assert.deepEqual(await readdir(folder), []);
  }));

const UNSHARE = ["--pid", "--fork", "--mount-proc", "--kill-child"];

const hasNamespaces = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;

/** Takes a lock in a process that is the first of a namespace of its own, as in a container. */
async function lockAsContainer(folder: string): Promise<{ answer: string; kill(): Promise<void> }> {
  const program = join(import.meta.dirname!, "lock_program.ts");
  const run = [process.execPath, "run", "-A", "--no-check", program, folder];
  const child = spawn("unshare", [...UNSHARE, ...run], { stdio: ["pipe", "pipe", "inherit"] });
  const [answer] = await once(createInterface(child.stdout), "line");
  return {
    answer,
    async kill() {
      // The process in the namespace is killed after `unshare`, and has the other end of the output until then.
      const closed = once(child.stdout, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}

Deno.test({
  name: "of two containers of one host name, the second gets the folder when the first has ended " +
    "[needs unshare(1) with namespaces]",
  ignore: !hasNamespaces,
  fn: () =>
    withFolder(async (folder, lockFile) => {
      const first = await lockAsContainer(folder);
      assert.equal(first.answer, "locked");
      assert.equal(JSON.parse(await readFile(lockFile, "utf8")).pid, 1);
      const second = await lockAsContainer(folder);
      assert.match(
        second.answer,
        /^Cannot open the database .*: process 1 of another container has its lock; stop/,
      );
      await second.kill();
      await assert.rejects(() => lockFolder(folder), {
        message: /process 1 of another container has its lock/,
      });
      await first.kill();
      const third = await lockAsContainer(folder);
      assert.equal(third.answer, "locked");
      await third.kill();
      await (await lockFolder(folder)).release();
      assert.deepEqual(await readdir(folder), []);
    }),
});

Deno.test("the lock of another container that has no socket is not replaced, since nothing says whether it runs", () =>
  withFolder(async (folder, lockFile) => {
    const space = /\d+/.exec(await readlink("/proc/self/ns/pid"))![0];
    const holder = {
      pid: process.pid,
      host: hostname(),
      space: `${Number(space) + 1}`,
      token: crypto.randomUUID(),
    };
    await writeFile(lockFile, JSON.stringify(holder));
    await assert.rejects(() => lockFolder(folder), { code: "database.locked" });
    await writeFile(lockFile, JSON.stringify({ ...holder, space }));
    await (await lockFolder(folder)).release();
  }));

Deno.test("a folder with a long path is locked as well", () =>
  withFolder(async (folder) => {
    const deep = join(folder, "d".repeat(120));
    const lock = await lockFolder(deep);
    assert.deepEqual((await readdir(deep)).length, 2);
    await assert.rejects(() => lockFolder(deep), { code: "database.locked" });
    await lock.release();
    assert.deepEqual(await readdir(deep), []);
  }));
