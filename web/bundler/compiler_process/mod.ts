/** What compiles and checks a widget where it runs: in a process, or in a worker of a page. */
export { runTask } from "./run_task.ts";
