/**
 * What every command-line program needs: options and help, output and progress, exit codes, and termination by Ctrl-C.
 */
export { type Command, type CommandInput, type CommandOption, UsageError } from "./command.ts";
export { checkNodeVersion, MIN_NODE_VERSION, NodeVersionError } from "./node_version.ts";
export { readPort } from "./port.ts";
export { aborted, ProcessEnd, watchProcessEnd } from "./process_end.ts";
export { isNodeSupported, loadAndRunCommand, runCommand } from "./run_command.ts";
export { processTerminal, type Terminal } from "./terminal.ts";
