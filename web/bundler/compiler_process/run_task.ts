import { errorMessage } from "../../../core/errors/mod.ts";
import { checkModule } from "../check/mod.ts";
import { compileStylesheet, compileWidget } from "../compile/mod.ts";
import { DiagnosticError } from "../diagnostic.ts";
import type { CompilerAnswer, CompilerTask } from "./messages.ts";

/** Does one task. What goes wrong is in the answer. */
export async function runTask(task: CompilerTask): Promise<CompilerAnswer> {
  try {
    return task.task === "check"
      ? { checked: checkModule(await compileWidget(task.source)) }
      : { stylesheet: await compileStylesheet(task.source, task.path) };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    return { error: errorMessage(error) };
  }
}
