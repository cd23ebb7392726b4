import { readdir, readFile } from "node:fs/promises";

/** Clock ticks of a second on Linux. */
const TICKS = 100;

/** The processor time of processes and their descendants, in milliseconds, each process by its id. */
export type CpuTimes = ReadonlyMap<number, number>;

/** Reads the processor time of processes and of all their descendants. Linux only; elsewhere there are none. */
export async function readCpuTimes(roots: readonly number[]): Promise<CpuTimes> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = new Map(
    await Promise.all(pids.map(async (pid) => [pid, await readProcess(pid)] as const)),
  );
  const isMember = (pid: number): boolean =>
    roots.includes(pid) || (processes.has(pid) && isMember(processes.get(pid)!.parent));
  return new Map([...processes].filter(([pid]) => isMember(pid)).map(([pid, { time }]) => [pid, time]));
}

/** The time between two readings, in milliseconds. A process that began in between counts whole. */
export function cpuTimeBetween(before: CpuTimes, after: CpuTimes): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
}

async function readProcess(pid: number): Promise<{ parent: number; time: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number);
  return { parent, time: (user + system) * 1000 / TICKS };
}
