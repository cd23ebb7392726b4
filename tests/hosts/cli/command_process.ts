import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findShared, SHARED_VARIABLE } from "../../servers/find_shared.ts";
import { findMemoryFolder } from "../../servers/memory_folder.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** How a command ended. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command that is running. */
export interface RunningCommand extends AsyncDisposable {
  pid: number;
  /** The output so far. */
  output(): { stdout: string; stderr: string };
  /** Resolves with the first match in standard output; rejects when the command ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the end. */
  stop(signal?: Deno.Signal): Promise<CommandResult>;
  ended: Promise<CommandResult>;
}

/** The command line, as `deno task` starts it. */
export const COMMAND_LINE = denoProgram("hosts/deno/main.ts");

/** The same with the host assets that the tests of a run share. */
const SERVE_COMMAND_LINE = denoProgram("tests/hosts/cli/serve_program.ts");

function denoProgram(path: string): [string, ...string[]] {
  return [process.execPath, "run", "--quiet", "-A", "--no-check", path];
}

/** The commands that serve pages. */
const SERVING = ["serve", "demo"];

/** Starts a command as a separate process, as `deno task` does; one that serves gets the host assets of the run. */
export function startCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningCommand {
  if (!SERVING.includes(args[0]!)) return startProgram([...COMMAND_LINE, ...args], environment);
  return startProgram([...SERVE_COMMAND_LINE, ...args], { ...sharedVariables(), ...environment });
}

/** Starts another program in the project's folder, with the same environment. */
export function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  environment: Record<string, string> = {},
): RunningCommand {
  const child = new Deno.Command(program, {
    args,
    cwd: ROOT,
    clearEnv: true,
    env: { ...withoutSettings(), NO_COLOR: "1", TCK_DRAIN: "0s", ...environment },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stdout = "";
  let stderr = "";
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const reading = [
    readAll(child.stdout, (text) => {
      stdout += text;
      for (const look of waiting) look();
    }),
    readAll(child.stderr, (text) => stderr += text),
  ];
  const ended = Promise.all([child.status, ...reading]).then(([{ code }]) => {
    hasEnded = true;
    return { code, stdout, stderr };
  });
  const stop = (signal: Deno.Signal = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid,
    ended,
    stop,
    output: () => ({ stdout, stderr }),
    printed: (pattern) =>
      new Promise((fulfil, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (!match) return;
          waiting.delete(look);
          fulfil(match);
        };
        waiting.add(look);
        look();
        ended.then((result) =>
          reject(new Error(`The command ended without ${pattern}: ${JSON.stringify(result)}`))
        );
      }),
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded) await stop("SIGKILL");
    },
  };
}

async function readAll(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  for await (
    const text of stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  ) take(text);
}

/** Runs a command to its end. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  await using command = startCommand(args, environment);
  return await command.ended;
}

/** Creates a temporary data folder. @param parent the folder that it is in */
export async function temporaryFolder(
  parent: string = tmpdir(),
): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, "tck-data-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Creates a temporary data folder with a database. Creating a database takes most of a short test's time, so it is
 * created once and copied.
 *
 * @param parent The folder that it is in; on the disk for a project that is built in it. @default in memory
 */
export async function preparedFolder(parent?: string): Promise<AsyncDisposable & { path: string }> {
  template ??= findShared("dataFolder").then((shared) => shared ?? makeTemplate());
  const source = await template;
  const folder = await temporaryFolder(parent ?? await findMemoryFolder());
  await cp(source, folder.path, { recursive: true });
  return folder;
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const { path } = await createDataFolder();
  globalThis.addEventListener("unload", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates a data folder whose database is migrated and empty. */
export async function createDataFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder(await findMemoryFolder());
  const { code, stderr } = await runCommand(["sweep", "--data", folder.path]);
  if (code !== 0) throw new Error(`Cannot make a data folder: ${stderr}`);
  return folder;
}

/** The environment in which a process finds what the tests of a run share. */
function sharedVariables(): Record<string, string> {
  const address = process.env[SHARED_VARIABLE];
  return address === undefined ? {} : { [SHARED_VARIABLE]: address };
}

/** The environment without this project's settings. */
function withoutSettings(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name, value]) =>
    value !== undefined && !name.startsWith("TCK_")
  );
  return Object.fromEntries(entries) as Record<string, string>;
}
