import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { type RunningCommand, startProgram } from "../hosts/cli/command_process.ts";
import { runProcess } from "../runtimes/process.ts";

/** A block of a guide: commands with where they run, a file with its path, or what the commands before print. */
export interface GuideBlock {
  language: string;
  about: string;
  text: string;
}

/** Reads the blocks of a guide, with free ports in place of those that it names. */
export function readBlocks(guide: string, ports: { readonly [port: string]: number }): GuideBlock[] {
  for (const [port, free] of Object.entries(ports)) guide = guide.replaceAll(port, String(free));
  return [...guide.matchAll(/^```(\w+)(?: ([^\n]+))?\n([^]*?)^```$/gm)].map((
    [, language, about = "", text],
  ) => ({
    language: language!,
    about,
    text: text!,
  }));
}

/** Where the commands of a guide run. */
export interface GuidePlaces {
  /** The folder of commands by the first word after `sh`; `""` is that of commands without one. */
  folders: { readonly [name: string]: string };
  /** The folder of files. */
  files: string;
  env: Record<string, string>;
}

/** The servers of a guide that run. Disposal ends them. */
export interface GuideServers extends AsyncDisposable {
  /** In the order of the guide. */
  started: readonly RunningCommand[];
}

/**
 * Runs the blocks of a guide, and compares what commands print with the `text` after them. The second word after `sh` is
 * `serve` for what goes on running, and `each` for lines that begin each later block of the folder.
 */
export async function runBlocks(
  blocks: readonly GuideBlock[],
  { folders, files, env }: GuidePlaces,
): Promise<GuideServers> {
  await using servers = new AsyncDisposableStack();
  const started: RunningCommand[] = [];
  const beginnings: { [name: string]: string } = {};
  let printed: string | RunningCommand = "";
  for (const { language, about, text } of blocks) {
    const [where = "", how] = about.split(" ");
    const script = (beginnings[where] ?? "") + text;
    if (language === "text") {
      const pattern = toPattern(text);
      if (typeof printed === "string") assert.match(printed, pattern);
      else await printed.printed(pattern);
    } else if (language !== "sh") {
      await mkdir(dirname(join(files, about)), { recursive: true });
      await writeFile(join(files, about), text);
    } else if (how === "each") {
      beginnings[where] = script;
    } else if (how === "serve") {
      const running = startServer(`cd '${folders[where]}' && ${script}`, env);
      servers.defer(running.end);
      started.push(printed = running.command);
    } else {
      const result = await runProcess("/bin/sh", ["-euc", script], { cwd: folders[where]!, env });
      assert.ok(result.success, `${text}\n${result.stdout}${result.stderr}`);
      printed = result.stdout + result.stderr;
    }
  }
  const running = servers.move();
  return { started, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Starts commands in a session of their own, because tasks and npx start programs of their own. */
function startServer(
  script: string,
  env: Record<string, string>,
): { command: RunningCommand; end(): Promise<void> } {
  const command = startProgram(["setsid", "sh", "-c", script], env);
  return {
    command,
    async end() {
      process.kill(-command.pid, "SIGTERM");
      await command.ended;
    },
  };
}

/** Names in the text of a guide of what differs. */
const DIFFERING: { readonly [name: string]: string } = { HASH: "[\\w-]{64}", NUMBER: "\\d+" };

/** What a text of a guide matches. */
export function toPattern(text: string): RegExp {
  const parts = text.trim().split(/(HASH|NUMBER)/);
  return new RegExp(parts.map((part) => DIFFERING[part] ?? RegExp.escape(part)).join(""));
}
