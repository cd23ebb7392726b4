/**
 * The program of the process that compiles and checks widgets (see `compiler_process/`): does one task after another, a
 * line each, until standard input ends.
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { parseTask, READY } from "./compiler_process/messages.ts";
import { runTask } from "./compiler_process/run_task.ts";

process.stdout.write(`${READY}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await runTask(parseTask(line));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
