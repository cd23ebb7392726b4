import assert from "node:assert/strict";
import { LineProcess, startProcess } from "../../../web/bundler/processes/mod.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";

const LIMITS = { dataKibibytes: 1_048_576, cpuSeconds: 60, outputLength: 10_000 };

/** A shell that answers each line of its input by a command. */
function startShell(answer: string): LineProcess {
  const script = `while IFS= read -r line; do ${answer}; done`;
  return new LineProcess({ command: "/bin/sh", args: ["-c", script] }, LIMITS);
}

/** Whether a process runs: one that has ended may stay in the table until its parent takes note. */
async function isRunning(pid: string): Promise<boolean> {
  const shell = startShell(`ps -o stat= -p ${pid} || echo none`);
  const { lines } = await shell.exchange("go", () => true, 10_000);
  await shell.close();
  return !/^(Z|none)/.test(lines[0]!);
}

Deno.test("the limit of output is one of each exchange, not of all that a process ever writes", async () => {
  const shell = startShell(`head -c 6000 /dev/zero | tr '\\0' x; echo`);
  try {
    for (let count = 0; count < 4; count++) {
      const { lines: [line], end } = await shell.exchange("go", () => true, 10_000);
      assert.deepEqual([line?.length, end], [6000, null]);
    }
  } finally {
    await shell.close();
  }
});

Deno.test("the deadline is one of each exchange: a process that has answered is not killed later", async () => {
  const shell = startShell("echo answer");
  try {
    await shell.exchange("go", () => true, 10_000);
    await shell.exchange("go", () => true, 300);
    await whileNothingMay("the deadline of an exchange that has ended kill the process", 500);
    const { lines, end } = await shell.exchange("go", () => true, 10_000);
    assert.deepEqual([lines, end], [["answer"], null]);
  } finally {
    await shell.close();
  }
});

Deno.test("a line in several parts is one, what follows an answer is not of it, and exactly the limit is allowed", async () => {
  const rest = `head -c 9983 /dev/zero | tr '\\0' x; printf '\\nend\\nz\\n'`;
  const shell = startShell(`printf 'one\\ntw'; sleep 0.1; printf 'o\\n'; ${rest}`);
  try {
    const { lines, end } = await shell.exchange("go", (line) => line === "end", 10_000);
    assert.deepEqual([lines.map(({ length }) => length), lines[1], end], [[3, 3, 9_983, 3], "two", null]);
  } finally {
    await shell.close();
  }
});

Deno.test("the reason of the first end is that of each exchange after it", async () => {
  const shell = startShell("sleep 60");
  const { end } = await shell.exchange("go", () => true, 100);
  assert.equal(end?.cause, "timeout");
  await shell.close();
  assert.deepEqual((await shell.exchange("go", () => true, 10_000)).end, end);
});

Deno.test("a process that writes more in one exchange is killed", async () => {
  const shell = startShell(`head -c 20000 /dev/zero`);
  const { end } = await shell.exchange("go", () => true, 10_000);
  assert.equal(end?.cause, "ended");
  assert.match(end!.reason, /writes more than 10000 characters/);
  assert.equal(shell.hasEnded, true);
  await shell.close();
});

// claim: compilers-limited
Deno.test("a process that does not answer in time is killed with all that it has started", async () => {
  // The process in the background has none of the shell's pipes: they close although it runs.
  const shell = startShell(`sleep 60 > /dev/null 2>&1 & echo $!; echo started`);
  const { lines: [pid] } = await shell.exchange("go", (line) => line === "started", 10_000);
  assert.equal(await isRunning(pid!), true);
  const { end } = await shell.exchange(undefined, (line) => line === "never", 300);
  assert.deepEqual(end, { cause: "timeout", reason: "after 0.3 s" });
  await shell.close();
  await until("the process has ended", async () => !await isRunning(pid!));
  assert.equal(await isRunning(pid!), false);
});

Deno.test("a process that ends gives its first line of errors as the reason", async () => {
  const shell = startShell(`echo partial; echo "no luck" >&2; echo "at line 7" >&2; exit 3`);
  const { lines, end } = await shell.exchange("go", (line) => line === "last", 10_000);
  assert.deepEqual([lines, end], [["partial"], { cause: "ended", reason: "no luck" }]);
  assert.deepEqual((await shell.exchange("go", () => true, 10_000)).end, end);
  await shell.close();
});

Deno.test("a process that ends before it is ready cannot be started, and the error has its last words", async () => {
  const command = { command: "/bin/sh", args: ["-c", "echo no such module >&2; exit 1"] };
  await assert.rejects(startProcess(command, LIMITS, (line) => line === "ready"), {
    name: "ProcessStartError",
    code: "process.start_failed",
    message: /: no such module$/,
  });
});

Deno.test("a process that cannot be confined is ended", async () => {
  const command = { command: "/bin/sh", args: ["-c", "echo ready; exec sleep 60"] };
  const pids: number[] = [];
  const confine = (pid: number) => {
    pids.push(pid);
    return Promise.reject(new Error("no group for it"));
  };
  await assert.rejects(startProcess(command, LIMITS, (line) => line === "ready", confine), {
    code: "process.start_failed",
    message: /: no group for it$/,
  });
  assert.equal(await isRunning(String(pids[0])), false);
});
