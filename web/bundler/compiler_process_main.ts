/**
 * The program of the process that compiles and checks widgets (see `compiler_process/`).
 *
 * @module
 */
import { runTasks } from "./compiler_process/run_tasks.ts";

await runTasks();
