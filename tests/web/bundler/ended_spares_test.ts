// @reads web/bundler/
import assert from "node:assert/strict";
import { execPath, kill, pid } from "node:process";
import { readdir, readFile } from "node:fs/promises";
import { Compiler } from "../../../web/bundler/compiler_process/compiler.ts";
import { IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";
import { denoIsolation } from "../../../web/bundler/mod.ts";
import { openBundler } from "../../../web/bundler/bundler.ts";
import { isolateProgram } from "../../../web/bundler/programs.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { withGlobals } from "../canvas/page_globals.ts";
import { ProjectFolder, SOURCE, WIDGET } from "./project_folder.ts";

const CODE = `export default async () => ({
  manifest: { id: "hello", cardType: "feed", sizes: ["2x2"] },
  default: () => "hello",
});`;

/** Ends a process as a system without memory does, and waits until its parent knows. */
async function endProcess(id: number): Promise<void> {
  kill(-id, "SIGKILL");
  await until("the process has ended", async () => !await isRunning(id));
  await whileNothingMay("the pool does not start another one for a process that it has not missed", 100);
}

async function isRunning(id: number): Promise<boolean> {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => null);
  return stat !== null;
}

/** The processes that this one has started. */
async function listChildren(): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "")));
  return ids.filter((_, index) => stats[index]!.replace(/^.*\)/s, "").trim().split(" ")[1] === String(pid))
    .map(Number);
}

Deno.test({
  name: "an isolate that has ended while it waited is replaced, and the next widget is not at fault",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const started: number[] = [];
    const confine = (id: number) => (started.push(id), Promise.resolve());
    const isolates = new IsolatePool({ ...denoIsolation(execPath), confine }, true);
    try {
      assert.equal((await isolates.evaluate(CODE)).end, null);
      await until("the spare has started", () => started.length === 2);
      await endProcess(started[1]!);
      const { lines, end } = await isolates.evaluate(CODE);
      assert.deepEqual([lines.map((line) => JSON.parse(line).step).at(-1), end], ["drawn", null]);
    } finally {
      await isolates.close();
    }
  },
});

Deno.test({
  name: "a compiler that has ended while it waited is replaced, and the next widget is not at fault",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
    const compiler = new Compiler();
    try {
      const source = widgetSource(project.path, "001_hello");
      const before = await listChildren();
      const { module } = await compiler.check(source);
      const [child, ...others] = (await listChildren()).filter((id) => !before.includes(id));
      assert.deepEqual(others, []);
      await endProcess(child!);
      assert.equal((await compiler.check(source)).module, module);
    } finally {
      await compiler.close();
    }
  },
});

Deno.test({
  name: "a compiler that has found a fault is used again, and ends with the others",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using project = await ProjectFolder.create({
      [SOURCE]: WIDGET,
      "widgets/002_faulty/widget.tck.tsx": "export const = 1;",
    });
    const compiler = new Compiler();
    const before = await listChildren();
    const listStarted = async () => (await listChildren()).filter((id) => !before.includes(id));
    try {
      for (let time = 1; time <= 2; time++) {
        const faulty = compiler.check(widgetSource(project.path, "002_faulty"));
        await assert.rejects(faulty, { name: "DiagnosticError" });
        await compiler.check(widgetSource(project.path, "001_hello"));
        assert.equal((await listStarted()).length, 1);
      }
    } finally {
      await compiler.close();
    }
    await until("no process is left", async () => (await listStarted()).length === 0);
  },
});

Deno.test({
  name: "the processes of a bundler end when it has nothing to do, and its next task starts others",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using project = await ProjectFolder.create({
      [SOURCE]: WIDGET,
      "widgets/002_faulty/widget.tck.tsx": "export const = 1;",
    });
    const waiting = new Map<number, () => void>();
    const { setTimeout: start, clearTimeout: clear } = globalThis;
    /** Timers of ten seconds, which the test ends: that of an idle bundler, and deadlines. */
    const timers = {
      setTimeout: (run: () => void, delay?: number) => {
        if (delay !== 10_000) return start(run, delay);
        const timer = -1 - waiting.size;
        waiting.set(timer, run);
        return timer;
      },
      clearTimeout: (timer: number) => waiting.delete(timer) || clear(timer),
    };
    await isolateProgram(); // esbuild keeps a process of its own, if the program is not built yet.
    const before = await listChildren();
    const countStarted = async () => (await listChildren()).filter((id) => !before.includes(id)).length;
    const bundler = openBundler();
    await withGlobals(timers, async () => {
      try {
        for (let round = 1; round <= 2; round++) {
          const [valid, faulty] = await Promise.all([
            bundler.checkWidget(project.path, "001_hello"),
            bundler.checkWidget(project.path, "002_faulty"),
          ]);
          assert.deepEqual([valid.diagnostics, valid.manifest?.id, faulty.bundle], [[], "hello", null]);
          assert.equal(faulty.diagnostics.length, 1);
          assert.ok(await countStarted() > 0, "they stay for the next task");
          assert.equal(waiting.size, 1, "the one of the bundler, after its last task");
          for (const end of waiting.values()) end();
          waiting.clear();
          await until("no process is left", async () => await countStarted() === 0);
        }
        await bundler.checkWidget(project.path, "002_faulty");
      } finally {
        await bundler.close();
      }
    });
    assert.deepEqual([waiting.size, await countStarted()], [0, 0]);
  },
});
