import { tmpdir } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const NODE_FLAGS = [
  "--experimental-transform-types",
  "--disable-warning=ExperimentalWarning",
  `--import=${new URL("node_hooks.ts", import.meta.url).href}`,
];

/** How the command ended. */
export interface PreviewResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A running `tck-preview` in its own process. */
export interface RunningPreview extends AsyncDisposable {
  /** The printed address of the shell. */
  url: string;
  port: number;
  /** Standard error so far. */
  errors(): string;
  /** How it ended. */
  readonly ended: Promise<PreviewResult>;
  /** Sends a signal and waits for the end. */
  stop(signal: Deno.Signal): Promise<PreviewResult>;
}

/** The runtime that a preview runs on: the tests' own Deno, or the Node at a path. */
export type PreviewRuntime = { node: string } | null;

/**
 * Starts `tck-preview --json`, or a command of it, with some arguments, and waits until it is ready.
 *
 * @param command such as `["review"]`
 */
export async function startPreviewProcess(
  args: readonly string[],
  runtime: PreviewRuntime = null,
  env: { readonly [name: string]: string } = {},
  command: readonly string[] = [],
): Promise<RunningPreview> {
  const child = spawnPreview(
    [...command, "--json", ...(args.includes("--port") ? [] : ["--port", "0"]), ...args],
    runtime,
    env,
  );
  let stdout = "";
  let stderr = "";
  let hasEnded = false;
  const { promise: line, resolve, reject } = Promise.withResolvers<string>();
  const ended = Promise.all([
    child.status,
    readAll(child.stdout, (text) => {
      stdout += text;
      if (stdout.includes("\n")) resolve(stdout.split("\n")[0]!);
    }),
    readAll(child.stderr, (text) => stderr += text),
  ]).then(([{ code }]) => {
    hasEnded = true;
    reject(new Error(`The preview ended before it was ready: ${stderr}`));
    return { code, stdout, stderr };
  });
  const { url } = JSON.parse(await line) as { url: string };
  const stop = (signal: Deno.Signal) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    errors: () => stderr,
    ended,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded) await stop("SIGKILL");
    },
  };
}

/** The program and its first arguments, before those of `tck-preview`. */
export function previewCommandLine(runtime: PreviewRuntime): [program: string, ...args: string[]] {
  const main = `${ROOT}preview/server/main.ts`;
  return runtime
    // By the environment, so that the bundler's processes have the flags as well.
    ? ["env", `NODE_OPTIONS=${NODE_FLAGS.join(" ")}`, runtime.node, main]
    : [process.execPath, "run", "-A", "--quiet", "--no-check", `--config=${ROOT}deno.json`, main];
}

function spawnPreview(
  args: readonly string[],
  runtime: PreviewRuntime,
  env: { readonly [name: string]: string },
): Deno.ChildProcess {
  const [command, ...start] = previewCommandLine(runtime);
  return new Deno.Command(command, {
    args: [...start, ...args],
    cwd: tmpdir(),
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function readAll(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const texts = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const text of texts) take(text);
}
