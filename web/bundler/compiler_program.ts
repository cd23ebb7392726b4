/**
 * The program of the process that compiles and checks widgets (see `compiler/`).
 *
 * @module
 */
import { runTasks } from "./compiler/run_tasks.ts";

await runTasks();
