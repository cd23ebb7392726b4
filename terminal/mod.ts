/**
 * Programs on a command line: options and help, results and progress, exit codes, and the end by Ctrl-C.
 *
 * @module
 */
export * from "./command.ts";
export * from "./node_version.ts";
export * from "./port.ts";
export * from "./process_end.ts";
export * from "./run_command.ts";
export * from "./terminal.ts";
