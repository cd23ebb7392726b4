// @reads web/bundler/
import assert from "node:assert/strict";
import { execPath, kill, pid } from "node:process";
import { readdir, readFile } from "node:fs/promises";
import { Compiler } from "../../../web/bundler/compiler_process/compiler.ts";
import { IsolatePool } from "../../../web/bundler/evaluate/mod.ts";
import { widgetSource } from "../../../web/bundler/discover/mod.ts";
import { denoIsolation } from "../../../web/bundler/mod.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
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
