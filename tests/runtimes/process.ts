/** After how many milliseconds a process is killed: a first run downloads packages. */
const TIMEOUT_MS = 300_000;

/** How a process exited, and what it printed. */
export interface ProcessResult {
  success: boolean;
  stdout: string;
  stderr: string;
}

/** How a process is started, apart from its arguments. */
export interface ProcessOptions {
  /** Its standard input. */
  input?: string;
  /** @default the folder of this process */
  cwd?: string;
  /** Variables in addition to this process's own. */
  env?: Record<string, string>;
}

/** Runs a process to its end. */
export async function runProcess(
  command: string,
  args: readonly string[],
  { input = "", cwd, env = {} }: ProcessOptions = {},
): Promise<ProcessResult> {
  const child = new Deno.Command(command, {
    args: [...args],
    ...(cwd === undefined ? {} : { cwd }),
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).spawn();
  const [{ success, stdout, stderr }] = await Promise.all([child.output(), write(child.stdin, input)]);
  const utf8 = new TextDecoder();
  return { success, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
}

/**
 * The standard output of a process.
 *
 * @throws {Error} if the process failed
 */
export function printedBy({ success, stdout, stderr }: ProcessResult): string {
  if (!success) throw new Error(`Cannot run process: it failed\n${stderr}`);
  return stdout;
}

/** Writes and closes. A process may exit without reading everything; its exit code and output say why. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
