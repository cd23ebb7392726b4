import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../../servers/programs.ts";
import type { Contender } from "./contender.ts";

const run = promisify(execFile);

/** Ticks of a second in `/proc/PID/stat`. */
const TICKS_PER_SECOND = 100;

/** How long a server works before it is measured, in seconds of a core: until its code is compiled. */
const WARM_UP_SECONDS = Deno.env.get("TCK_BENCH_QUICK") === "1" ? 0.5 : 2;
const MAX_WARM_UP_SECONDS = 15;

/** What was measured in one run of wrk. */
export interface Load {
  requests: number;
  /** Requests for each second of the clock. */
  perSecond: number;
  /** Requests for each second that the server's process used a core. It does not depend on the load of the machine. */
  perCore: number;
  /** The latency of half of the requests, as wrk prints it. */
  p50: string;
  /** The same of 99 % of them. */
  p99: string;
}

/** How the requests are sent. */
export interface LoadOptions {
  /** Of the requests in turn. */
  bearers: readonly string[];
  seconds: number;
  /** For the script. */
  folder: string;
  /** Whether the server's code is compiled already. @default false */
  isWarm?: boolean;
}

/**
 * Sends requests on 32 connections, for some paths in turn.
 *
 * @throws {Error} when a response has another status than 2xx
 */
export async function measureLoad(
  { url, pid }: Contender,
  paths: readonly string[],
  { bearers, seconds, folder, isWarm = false }: LoadOptions,
): Promise<Load> {
  const script = join(folder, "paths.lua");
  await writeFile(script, formatScript(paths, bearers));
  const wrk = (await findProgram("wrk"))!;
  const send = (duration: number) =>
    run(wrk, [
      "-t1",
      "-c32",
      `-d${duration}`,
      "--latency",
      "-s",
      script,
      url,
    ]);
  // Every path once, so that what is kept is kept, and that a wrong status is known before.
  for (const [index, path] of paths.entries()) {
    const headers = { Authorization: `Bearer ${bearers[index % bearers.length]}` };
    const response = await fetch(url + path, { headers });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`Cannot measure ${path}: the status is ${response.status}`);
  }
  const start = await readProcessorTime(pid);
  for (let turn = isWarm ? MAX_WARM_UP_SECONDS : 0; turn < MAX_WARM_UP_SECONDS; turn++) {
    if (await readProcessorTime(pid) - start < WARM_UP_SECONDS) await send(1);
  }
  const before = await readProcessorTime(pid);
  const { stdout } = await send(seconds);
  const used = await readProcessorTime(pid) - before;
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Cannot measure ${paths[0]}: ${stdout}`);
  const requests = Number(/(\d+) requests in/.exec(stdout)![1]);
  return {
    requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    perCore: requests / used,
    p50: /^\s+50%\s+(\S+)/m.exec(stdout)![1]!,
    p99: /^\s+99%\s+(\S+)/m.exec(stdout)![1]!,
  };
}

/** Requests the paths in turn, so that concurrent requests are for different ones if there are enough. */
function formatScript(paths: readonly string[], bearers: readonly string[]): string {
  return `local paths = ${formatList(paths)}
local bearers = ${formatList(bearers)}
local next = 0
request = function()
  next = next + 1
  local headers = { Authorization = "Bearer " .. bearers[next % #bearers + 1] }
  return wrk.format("GET", paths[next % #paths + 1], headers)
end
`;
}

function formatList(values: readonly string[]): string {
  return `{ ${values.map((value) => JSON.stringify(value)).join(", ")} }`;
}

/** The seconds of a core that a process has used. */
async function readProcessorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The memory of a process in MiB. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
