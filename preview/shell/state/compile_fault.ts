import type { CompileFault } from "./shell_state.ts";

/** A compile error, as Vite reports it. */
interface CompileError {
  readonly id?: string;
  readonly message: string;
}

/** The compile error as the shell shows it. */
export function readCompileFault({ id, message }: CompileError): CompileFault {
  return { file: id ?? null, message: message.replaceAll(TERMINAL_STYLE, "").slice(0, 4_000) };
}

/** ANSI escape sequences in Vite's messages. */
// deno-lint-ignore no-control-regex -- ESC starts each sequence
const TERMINAL_STYLE = /\u001b\[[0-9;]*m/g;
