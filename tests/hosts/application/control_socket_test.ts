import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { type ActionDependencies, runAction } from "../../../hosts/application/action.ts";
import { type CallHandler, callOwner, listenForCalls } from "../../../hosts/application/control_socket.ts";
import { ControlError } from "../../../hosts/application/errors.ts";
import { letOthersRun } from "../../../hosts/time/mod.ts";
import { loadActions, STORE_COMMANDS } from "../../../hosts/cli/store_commands.ts";
import { until, within } from "../../waiting/mod.ts";
import { temporaryFolder } from "../cli/command_process.ts";

const EMPTY = { input: null, appUrl: null, actor: "command:ada@host" };

async function withOwner(handle: CallHandler, run: (dataDir: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const stop = await listenForCalls(folder.path, handle);
  try {
    await run(folder.path);
  } finally {
    await stop();
  }
}

// claim: control-socket-closed
Deno.test("a call returns the owner's result, and only the socket's owner may open it", () =>
  withOwner((action, call) => Promise.resolve({ action, ...call }), async (dataDir) => {
    const call = { input: { limit: 1 }, appUrl: "https://app.example", actor: "command:ada@host" };
    assert.deepEqual(await callOwner(dataDir, "history", call), { result: { action: "history", ...call } });
    assert.equal((await stat(join(dataDir, "serve.sock"))).mode & 0o777, 0o600);
  }));

/** A result of several parts, one of which is larger than what a connection buffers. */
const PARTS = [{ text: "first\nline" }, { text: "ü".repeat(3_000_000) }, null, 7];

Deno.test("the parts of a result arrive in order, each before the next one is made", async () => {
  const made: number[] = [];
  const handle: CallHandler = async (_, __, takePart) => {
    for (const [index, part] of PARTS.entries()) {
      made.push(index);
      await takePart(part);
    }
    return "end";
  };
  await withOwner(handle, async (dataDir) => {
    const taken: unknown[] = [];
    const result = await callOwner(dataDir, "read-feed", EMPTY, (part) => {
      taken.push(part);
      return Promise.resolve();
    });
    assert.deepEqual([result, taken, made], [{ result: "end" }, PARTS, [0, 1, 2, 3]]);
    await assert.rejects(callOwner(dataDir, "read-feed", EMPTY), { code: "control.no_answer" });
  });
});

Deno.test("an action whose caller has left ends with its next part, or while one waits to be read", async () => {
  const left = Promise.withResolvers<void>();
  const ended: Promise<void>[] = [];
  const handle: CallHandler = (action, _, takePart) => {
    const run = async () => {
      await takePart(1);
      if (action === "slow") await left.promise;
      for (;;) await takePart(PARTS[1]);
    };
    const running = run();
    ended.push(running);
    return running;
  };
  await withOwner(handle, async (dataDir) => {
    const leave = (action: string) =>
      assert.rejects(callOwner(dataDir, action, EMPTY), { code: "control.no_answer" });
    await Promise.all([leave("slow"), leave("fast")]);
    for (let turn = 0; turn < 20; turn++) await letOthersRun();
    left.resolve();
    for (const running of ended) {
      await assert.rejects(within("the action has ended", running, 10_000), { name: "AbortError" });
    }
  });
});

Deno.test("an action that waits until its part is read ends when the caller leaves", async () => {
  let made = 0;
  const ended = Promise.withResolvers<Promise<never>>();
  const handle: CallHandler = (_, __, takePart) => {
    const run = async () => {
      for (;;) {
        await takePart(PARTS[1]);
        made++;
      }
    };
    const running = run();
    ended.resolve(running);
    return running;
  };
  await withOwner(handle, async (dataDir) => {
    const [taken, left] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const takePart = () => (taken.resolve(), left.promise);
    const called = assert.rejects(callOwner(dataDir, "export", EMPTY, takePart), {
      code: "control.no_answer",
    });
    await taken.promise;
    let before = -1;
    await until("it waits", () => before === (before = made));
    left.reject(new Error("the caller leaves"));
    await called;
    await assert.rejects(within("the action has ended", ended.promise, 10_000), { name: "AbortError" });
  });
});

Deno.test("a result whose parts break off, or end with an error, fails", async () => {
  const handle: CallHandler = async (_, __, takePart) => {
    await takePart(1);
    throw new ControlError("feed.too_large", "no");
  };
  await withOwner(handle, async (dataDir) => {
    const call = callOwner(dataDir, "read-feed", EMPTY, () => Promise.resolve());
    await assert.rejects(call, { code: "feed.too_large" });
  });
});

Deno.test("an owner that was killed leaves a socket that the next owner replaces", async () => {
  await using folder = await temporaryFolder();
  const leave =
    `require("net").createServer().listen("serve.sock", () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync("node", ["-e", leave], { cwd: folder.path });
  assert.ok((await stat(join(folder.path, "serve.sock"))).isSocket());
  assert.equal(await callOwner(folder.path, "history", EMPTY), null, "nobody answers");
  for (let owner = 1; owner <= 2; owner++) {
    const stop = await listenForCalls(folder.path, () => Promise.resolve(owner));
    assert.deepEqual(await callOwner(folder.path, "history", EMPTY), { result: owner });
    await stop();
  }
  assert.deepEqual(await readdir(folder.path), []);
});

Deno.test("a call fails with the code and message of the owner's error", () =>
  withOwner(() => Promise.reject(new ControlError("commit.invalid_request", "no")), async (dataDir) => {
    await assert.rejects(() => callOwner(dataDir, "commit", EMPTY), {
      name: "ControlError",
      code: "commit.invalid_request",
      message: "no",
    });
  }));

Deno.test("a call whose owner ends before it answers says that its outcome is not known", async () => {
  const sentBefore = ["", "{", '{"part":1}\n', '{"result":1}'];
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
  for (const sent of ["", ...sentBefore.map((text) => head + text)]) {
    await using folder = await temporaryFolder();
    const owner = createServer((socket) => socket.once("data", () => socket.end(sent)));
    owner.listen(join(folder.path, "serve.sock"));
    await once(owner, "listening");
    await assert.rejects(() => callOwner(folder.path, "commit", EMPTY), {
      code: "control.no_answer",
      message: /^Cannot determine whether "commit" happened: .*; run the command again, which is safe$/,
    });
    owner.close();
    await once(owner, "close");
  }
});

Deno.test("a request that is too long is rejected", () =>
  withOwner(() => Promise.resolve(null), async (dataDir) => {
    const input = "x".repeat(70_000);
    await assert.rejects(() => callOwner(dataDir, "commit", { ...EMPTY, input }), {
      code: "control.too_large",
    });
  }));

Deno.test("the socket of a folder with a long path is reached, and no temporary folder remains", async () => {
  await using folder = await temporaryFolder();
  const former = process.env.TMPDIR;
  const [temporary, dataDir] = [join(folder.path, "tmp"), join(folder.path, "d".repeat(120))];
  for (const path of [temporary, dataDir]) await mkdir(path);
  process.env.TMPDIR = temporary;
  try {
    const stop = await listenForCalls(dataDir, () => Promise.resolve("done"));
    assert.deepEqual(await callOwner(dataDir, "sweep", EMPTY), { result: "done" });
    await stop();
    assert.deepEqual(await readdir(dataDir), [], "the socket is removed");
    assert.equal(await callOwner(dataDir, "sweep", EMPTY), null);
    assert.deepEqual(await readdir(temporary), []);
  } finally {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
  }
});

Deno.test("a call without an owner returns null", async () => {
  await using folder = await temporaryFolder();
  assert.equal(await callOwner(folder.path, "history", EMPTY), null);
});

Deno.test("every store command has its name in the table, and every action a name of its own", async () => {
  for (const [name, load] of Object.entries(STORE_COMMANDS)) {
    assert.equal((await load()).command.name, name);
  }
  assert.deepEqual([...(await loadActions()).keys()].sort(), [
    "commit",
    "delete-batch",
    "enqueue-commit",
    "erase-user",
    "export-user",
    "history",
    "list-notifications",
    "list-requests",
    "plan-user-erasure",
    "read-feed",
    "replay-notification",
    "replay-request",
    "rollback",
    "sweep",
  ]);
});

const INVALID_INPUTS: readonly (readonly [action: string, input: unknown, message: RegExp])[] = [
  ["commit", null, /^Cannot run commit: input: /],
  ["commit", { userId: 7 }, /^Cannot run commit: userId: /],
  ["history", { userId: "ada", limit: 1e9 }, /^Cannot run history: limit: /],
  ["history", { userId: "ada", limit: 1, localDate: "'" }, /^Cannot run history: localDate: expected a cal/],
  ["rollback", { userId: "ada", revision: "r", more: 1 }, /^Cannot run rollback: more: /],
  ["replay-request", { id: "x" }, /^Cannot run replay-request: input: /],
];

for (const [name, input, message] of INVALID_INPUTS) {
  Deno.test(`the action ${name} rejects ${JSON.stringify(input)} before it runs`, async () => {
    const action = (await loadActions()).get(name)!;
    await assert.rejects(
      () => runAction(action, {} as ActionDependencies, input),
      (error) =>
        error instanceof ControlError && error.code === "control.invalid_input" &&
        message.test(error.message),
    );
  });
}
