import { endProcessTree } from "./process_tree.ts";

/** What came of a process that had a limit. */
export interface LimitedOutput {
  readonly code: number;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: Uint8Array<ArrayBuffer>;
  /** Whether the limit ended it. */
  readonly isOverdue: boolean;
}

/**
 * Executes a command and returns what it wrote.
 *
 * @param limitSeconds after so many seconds it is ended, with all processes that it started
 */
export async function runLimited(
  path: string,
  options: Pick<Deno.CommandOptions, "args" | "cwd" | "env" | "signal">,
  limitSeconds: number,
): Promise<LimitedOutput> {
  const child = new Deno.Command(path, { ...options, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(true), limitSeconds * 1000);
  // What the command has started can hold the outputs open after its end.
  const ended = Promise.all([child.status, stdout.ended, stderr.ended]).then(() => false);
  const isOverdue = await Promise.race([ended, limit.promise]);
  clearTimeout(timer);
  if (isOverdue) {
    await endProcessTree(child.pid);
    await Promise.all([stdout.stop(), stderr.stop()]);
  }
  const { code } = await child.status;
  return { code, stdout: stdout.read(), stderr: stderr.read(), isOverdue };
}

/** Reads a stream until its end, or until it is stopped. */
function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): { readonly ended: Promise<void>; stop(): Promise<void>; read(): Uint8Array<ArrayBuffer> } {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  const readAll = async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  };
  return {
    ended: readAll(),
    stop: () => reader.cancel(),
    read() {
      const all = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
      let offset = 0;
      for (const chunk of chunks) {
        all.set(chunk, offset);
        offset += chunk.length;
      }
      return all;
    },
  };
}
