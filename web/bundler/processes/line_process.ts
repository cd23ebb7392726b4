import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import process from "node:process";
import { StringDecoder } from "node:string_decoder";

export interface ProcessCommand {
  command: string;
  args: readonly string[];
  env?: { readonly [name: string]: string };
}

/** What a process may use. The limits of the system are those of Linux; elsewhere the heap's alone holds. */
export interface ProcessLimits {
  /** Memory of each process, buffers outside the heap included, in KiB. */
  dataKibibytes: number;
  /** Processor time in seconds, after which the system ends it even if its parent is gone. */
  cpuSeconds: number;
  /** Characters that it may write in answer to one message. */
  outputLength: number;
}

/** Why a process did not answer. */
export interface ProcessEnd {
  cause: "timeout" | "ended";
  /** For people. */
  reason: string;
}

/** The lines that answer a message, and what kept the last one from coming. */
export interface Exchange {
  lines: string[];
  end: ProcessEnd | null;
}

interface PendingExchange {
  lines: string[];
  isLast(line: string): boolean;
  finish(end: ProcessEnd | null): void;
}

/**
 * A process that is sent messages, one line of standard input each, and answers with lines of standard output. It is killed,
 * with all that it has started, when it exceeds its time or its output.
 */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #outputLength: number;
  readonly #closed: Promise<void>;
  #pending: PendingExchange | null = null;
  #end: ProcessEnd | null = null;
  #line = "";
  #written = 0;
  #problem = "";

  constructor(command: ProcessCommand, limits: ProcessLimits) {
    this.#outputLength = limits.outputLength;
    const limited = limitResources(command, limits);
    this.#child = spawn(limited.command, [...limited.args], {
      ...(limited.env && { env: limited.env }),
      stdio: ["pipe", "pipe", "pipe"],
      detached: hasGroups, // Then it leads a group of its own, which can be killed as a whole.
    });
    const decoder = new StringDecoder("utf8");
    this.#child.stdout.on("data", (bytes) => this.#read(decoder.write(bytes)));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#problem = (this.#problem + text).slice(0, 4000);
    });
    this.#child.stdin.on("error", () => {}); // The process may end before it has read everything.
    this.#child.on("error", (error) => this.#finish({ cause: "ended", reason: error.message }));
    this.#closed = new Promise((resolve) => {
      this.#child.on("close", () => {
        this.#finish({ cause: "ended", reason: explain(this.#problem) });
        resolve();
      });
    });
  }

  /** The id of the process that was started, unless it could not be. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it has ended, or is being killed. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Sends a message, unless it is undefined, and waits for the lines that answer it.
   *
   * @param isLast whether no further line belongs to the answer
   * @param deadline milliseconds after which the process is killed
   */
  async exchange(
    message: unknown,
    isLast: (line: string) => boolean,
    deadline: number,
  ): Promise<Exchange> {
    if (this.#end) return { lines: [], end: this.#end };
    const lines: string[] = [];
    this.#written = 0;
    const end = await new Promise<ProcessEnd | null>((finish) => {
      const timer = setTimeout(() => {
        this.#kill({ cause: "timeout", reason: `after ${deadline / 1000} s` });
      }, deadline);
      this.#pending = {
        lines,
        isLast,
        finish(end) {
          clearTimeout(timer);
          finish(end);
        },
      };
      if (message !== undefined) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    });
    return { lines, end };
  }

  /** Kills the process, if it has not ended, and waits for its end. */
  async close(): Promise<void> {
    this.#kill({ cause: "ended", reason: "it is no longer needed" });
    await this.#closed;
  }

  #read(text: string): void {
    this.#written += text.length;
    if (this.#written > this.#outputLength) {
      return this.#kill({ cause: "ended", reason: `it writes more than ${this.#outputLength} characters` });
    }
    this.#line += text;
    if (!text.includes("\n")) return; // Splitting a long line after each chunk would take quadratic time.
    const lines = this.#line.split("\n");
    this.#line = lines.pop()!;
    for (const line of lines) this.#readLine(line);
  }

  #readLine(line: string): void {
    const pending = this.#pending;
    if (!pending) return;
    pending.lines.push(line);
    if (!pending.isLast(line)) return;
    this.#pending = null;
    pending.finish(null);
  }

  #kill(end: ProcessEnd): void {
    this.#finish(end);
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(hasGroups ? -pid : pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL"); // The group is gone when its leader has just ended.
    }
  }

  #finish(end: ProcessEnd): void {
    this.#end ??= end;
    this.#pending?.finish(this.#end);
    this.#pending = null;
  }
}

const hasGroups = process.platform !== "win32";

/** The limit of the heap leaves out array buffers and native code: the system limits those. */
function limitResources(command: ProcessCommand, limits: ProcessLimits): ProcessCommand {
  if (process.platform !== "linux") return command;
  const { dataKibibytes, cpuSeconds } = limits;
  const script = `ulimit -d ${dataKibibytes}; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  return { ...command, command: "/bin/sh", args: ["-c", script, command.command, ...command.args] };
}

function explain(problem: string): string {
  if (/out of memory|memory allocation/i.test(problem)) return "it runs out of memory";
  if (/stack (overflow|exceeds)/i.test(problem)) return "it runs out of stack";
  return problem.trim().split("\n")[0]?.slice(0, 500) || "it ends before it is done";
}
