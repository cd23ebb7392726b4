import process from "node:process";

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  /** A line of the result. */
  print(line: string): void;
  /** A line about what is going on. */
  note(line: string): void;
  /** A line about what is wrong. */
  warn(line: string): void;
  /** Shows how far long work is, once it has taken a second; only on a terminal. */
  progress(line: string): void;
}

/** Milliseconds of work before its progress is shown. */
const PROGRESS_DELAY = 1000;

const ERASE_LINE = "\r\x1b[2K";

/** The terminal of this process: colour and progress only where a person looks. */
export function processTerminal(): Terminal {
  const isTerminal = Boolean(process.stderr.isTTY);
  const isColoured = isTerminal && !process.env["NO_COLOR"];
  const started = performance.now();
  for (const stream of [process.stdout, process.stderr]) outliveReader(stream);
  let shown = false;
  const write = (line: string) => {
    process.stderr.write(`${shown ? ERASE_LINE : ""}${line}\n`);
    shown = false;
  };
  return {
    print(line) {
      if (shown) process.stderr.write(ERASE_LINE);
      shown = false;
      process.stdout.write(`${line}\n`);
    },
    note: write,
    warn: (line) => write(isColoured ? `\x1b[33m${line}\x1b[0m` : line),
    progress(line) {
      if (!isTerminal || performance.now() - started < PROGRESS_DELAY) return;
      process.stderr.write(`${ERASE_LINE}${line}`);
      shown = true;
    },
  };
}

/** A reader may have read enough, as `head` does: what is being done is still done, and the exit code tells how. */
function outliveReader(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(passOver)) stream.on("error", passOver);
}

function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
