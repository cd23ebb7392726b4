import type { CompileFault } from "./shell_state.ts";

/** A compile error, as Vite reports it. */
interface CompileError {
  readonly id?: string;
  readonly message: string;
  readonly loc?: { readonly line: number; readonly column: number };
}

/** The compile error as the shell shows it. */
export function readCompileFault({ id, message, loc }: CompileError): CompileFault {
  const text = message.replaceAll(TERMINAL_STYLE, "").slice(0, 4_000);
  const [, line, column] = PLACE.exec(text) ?? [];
  return {
    file: id?.replace(/\?.*$/s, "") ?? null,
    line: loc?.line ?? (line === undefined ? null : Number(line)),
    column: loc === undefined ? column === undefined ? null : Number(column) : loc.column + 1,
    message: text,
  };
}

/** The place of the first frame in a message of the compiler. */
const PLACE = /^.*─\[ .*:(\d+):(\d+) \]$/m;

/** ANSI escape sequences in Vite's messages. */
// deno-lint-ignore no-control-regex -- ESC starts each sequence
const TERMINAL_STYLE = /\u001b\[[0-9;]*m/g;
