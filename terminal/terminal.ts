import process from "node:process";
import { escapeControls } from "../core/errors/mod.ts";

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line about what the command is doing. */
  note(line: string): void;
  /** Prints a line about a problem. */
  warn(line: string): void;
  /** Prints a line of the log where `note` and `warn` print events of it. @default note */
  log?(line: string): void;
  /** Shows the progress of work that takes over a second; only when standard error is a terminal. */
  progress(line: string): void;
}

/** Progress is shown after this time. */
const PROGRESS_DELAY_MS = 1000;

const ERASE_LINE = "\r\x1b[2K";

/**
 * The terminal of this process. Control characters in lines are escaped. Colour and progress are used only when standard
 * error is a terminal.
 */
export function processTerminal(): Terminal {
  const isTerminal = Boolean(process.stderr.isTTY);
  const isColoured = isTerminal && !process.env["NO_COLOR"];
  const started = performance.now();
  for (const stream of [process.stdout, process.stderr]) ignoreClosedPipe(stream);
  let hasProgress = false;
  const write = (line: string, style = "", end = "") => {
    const text = escapeLines(line);
    process.stderr.write(`${hasProgress ? ERASE_LINE : ""}${style}${text}${end}\n`);
    hasProgress = false;
  };
  return {
    print(line) {
      if (hasProgress) process.stderr.write(ERASE_LINE);
      hasProgress = false;
      process.stdout.write(`${escapeLines(line)}\n`);
    },
    note: (line) => write(line),
    warn: (line) => isColoured ? write(line, "\x1b[33m", "\x1b[0m") : write(line),
    progress(line) {
      if (!isTerminal || performance.now() - started < PROGRESS_DELAY_MS) return;
      process.stderr.write(`${ERASE_LINE}${escapeControls(line)}`);
      hasProgress = true;
    },
  };
}

/** Text of others may be part of any line. Some are several lines of this program, and indented by tabs. */
function escapeLines(lines: string): string {
  return lines.replaceAll(/[^\n\t]+/g, (line) => escapeControls(line));
}

/** A reader such as `head` may close the pipe early: the command still finishes, and its exit code counts. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(throwUnlessClosedPipe)) stream.on("error", throwUnlessClosedPipe);
}

function throwUnlessClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
