import process from "node:process";

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints a line about what the command is doing. */
  note(line: string): void;
  /** Prints a line about a problem. */
  warn(line: string): void;
  /** Shows the progress of work that takes over a second; only when standard error is a terminal. */
  progress(line: string): void;
}

/** Progress is shown after this time. */
const PROGRESS_DELAY_MS = 1000;

const ERASE_LINE = "\r\x1b[2K";

/** The terminal of this process. Colour and progress are used only when standard error is a terminal. */
export function processTerminal(): Terminal {
  const isTerminal = Boolean(process.stderr.isTTY);
  const isColoured = isTerminal && !process.env["NO_COLOR"];
  const started = performance.now();
  for (const stream of [process.stdout, process.stderr]) ignoreClosedPipe(stream);
  let hasProgress = false;
  const write = (line: string) => {
    process.stderr.write(`${hasProgress ? ERASE_LINE : ""}${line}\n`);
    hasProgress = false;
  };
  return {
    print(line) {
      if (hasProgress) process.stderr.write(ERASE_LINE);
      hasProgress = false;
      process.stdout.write(`${line}\n`);
    },
    note: write,
    warn: (line) => write(isColoured ? `\x1b[33m${line}\x1b[0m` : line),
    progress(line) {
      if (!isTerminal || performance.now() - started < PROGRESS_DELAY_MS) return;
      process.stderr.write(`${ERASE_LINE}${line}`);
      hasProgress = true;
    },
  };
}

/** A reader such as `head` may close the pipe early: the command still finishes, and its exit code counts. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(throwUnlessClosedPipe)) stream.on("error", throwUnlessClosedPipe);
}

function throwUnlessClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
