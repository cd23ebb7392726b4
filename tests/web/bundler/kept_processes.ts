import process from "node:process";
import { BuildProcesses } from "../../../web/bundler/build_processes.ts";
import { denoIsolation } from "../../../web/bundler/mod.ts";

/** By the milliseconds that compiling may take. Null where no tests run. */
let kept: Map<number | undefined, BuildProcesses> | null = null;
Deno.test.beforeAll(() => {
  kept = new Map();
});
Deno.test.afterAll(async () => {
  for (const processes of kept!.values()) await processes[Symbol.asyncDispose]();
});

/**
 * The processes in which the tests of a file build their projects, as an author's watching command does: starting them
 * takes several times as long as building a widget. Null where no tests run that could end them.
 */
export function keptProcesses(compileDeadline?: number): BuildProcesses | null {
  const found = kept?.get(compileDeadline) ?? null;
  if (found !== null || kept === null) return found;
  const processes = new BuildProcesses(denoIsolation(process.execPath), compileDeadline);
  kept.set(compileDeadline, processes);
  return processes;
}
