import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";

/**
 * Ends a process and all that it started, and what these started. Each is stopped when it is found, so that none starts
 * another meanwhile; whose parent has ended before is not found.
 */
export async function endProcessTree(root: number): Promise<void> {
  const found = new Set<number>();
  for (let next = [root]; next.length > 0;) {
    for (const id of next) {
      found.add(id);
      send(id, "SIGSTOP");
    }
    const parents = await readParents();
    next = [...parents].filter(([id, parent]) => found.has(parent) && !found.has(id)).map(([id]) => id);
  }
  for (const id of found) send(id, "SIGKILL");
}

function send(id: number, signal: "SIGSTOP" | "SIGKILL"): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

/** The parents of all processes. Debian has `ps` in a package that a container may lack. */
async function readParents(): Promise<Map<number, number>> {
  if (Deno.build.os === "linux") {
    const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    // The name of a process, in parentheses, can have spaces and parentheses.
    const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "")));
    return new Map(
      stats.map((stat, index) => [Number(ids[index]), Number(/.*\) \S (\d+)/s.exec(stat)?.[1])]),
    );
  }
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  return new Map(
    stdout.trim().split("\n").map((line) => {
      const [id, parent] = line.trim().split(/\s+/);
      return [Number(id), Number(parent)];
    }),
  );
}
