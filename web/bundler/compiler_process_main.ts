/**
 * The program of the process that compiles and checks widgets (see `compiler_process/`): does one task after another, a
 * line each, until standard input ends.
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { checkModule } from "./check/mod.ts";
import { compileStylesheet, compileWidget } from "./compile/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import { DiagnosticError } from "./diagnostic.ts";
import { type CompilerAnswer, type CompilerTask, parseTask, READY } from "./compiler_process/messages.ts";

process.stdout.write(`${READY}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await runTask(parseTask(line));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);

async function runTask(task: CompilerTask): Promise<CompilerAnswer> {
  try {
    return task.task === "check"
      ? { checked: checkModule(await compileWidget(task.source)) }
      : { stylesheet: await compileStylesheet(task.source, task.path) };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    return { error: errorMessage(error) };
  }
}
