/** How long a process may take before it is killed, in milliseconds: a machine that downloads its packages is slow. */
const DEADLINE = 300_000;

/** How a process ended, and what it printed. */
export interface ProcessResult {
  success: boolean;
  stdout: string;
  stderr: string;
}

/** What a process gets beside its arguments. */
export interface ProcessOptions {
  /** What it finds on its standard input. */
  input?: string;
  /** The folder that it runs in; this process's by default. */
  cwd?: string;
  /** Variables on top of this process's own. */
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
    signal: AbortSignal.timeout(DEADLINE),
  }).spawn();
  const [{ success, stdout, stderr }] = await Promise.all([child.output(), write(child.stdin, input)]);
  const utf8 = new TextDecoder();
  return { success, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
}

/** What a process printed that must have succeeded. */
export function printedBy({ success, stdout, stderr }: ProcessResult): string {
  if (!success) throw new Error(`Cannot run process: it failed\n${stderr}`);
  return stdout;
}

/** Writes and closes. A process that ends without reading all tells why by itself. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
