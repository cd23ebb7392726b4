import { readFile, writeFile } from "node:fs/promises";
import type { RunningCommand } from "../cli/command_process.ts";
import type { WatchRequest } from "./health_watch.ts";

/** What an attack caused in a server. */
export interface Strain {
  /** How long the thread that answers worked at most without an answer of `/healthz`, in milliseconds. */
  readonly silence: number;
  /** How much more memory was resident at most than before, in MiB. */
  readonly memory: number;
}

/** The most that an attack may cause. */
export const MOST: Strain = { silence: 250, memory: 256 };

/** Measures attacks on a running server. */
export interface Attendant extends Disposable {
  /**
   * Runs an attack up to three times, until one run stays within {@linkcode MOST}: where many processes share the caches of a
   * machine, the same work takes twice the time now and then.
   */
  measure(attack: () => Promise<unknown>): Promise<Strain>;
}

const ATTEMPTS = 3;

/** Watches a server from another thread. */
export function attend({ url, process: { pid } }: { url: string; process: RunningCommand }): Attendant {
  const thread = new Worker(new URL("./health_watch.ts", import.meta.url), { type: "module" });
  const send = (request: WatchRequest) => thread.postMessage(request);
  send({ url, pid });
  const measureOnce = async (attack: () => Promise<unknown>, before: number): Promise<Strain> => {
    await writeFile(`/proc/${pid}/clear_refs`, "5"); // The highest value begins again.
    send("start");
    await attack();
    const silence = await new Promise<number>((resolve, reject) => {
      thread.onmessage = ({ data }) => resolve(data);
      thread.onerror = (event) => reject(new Error(event.message));
      send("stop");
    });
    return { silence, memory: await readMemory(pid, "VmHWM") - before };
  };
  return {
    async measure(attack) {
      const before = await readMemory(pid, "VmRSS"); // What an attempt has taken counts in the next.
      for (let attempt = 1;; attempt++) {
        const strain = await measureOnce(attack, before);
        const isWithin = strain.silence <= MOST.silence && strain.memory <= MOST.memory;
        if (isWithin || attempt === ATTEMPTS) return strain;
      }
    },
    [Symbol.dispose]: () => thread.terminate(),
  };
}

/** The resident memory of a process, in MiB: now, or the most since it was reset. */
async function readMemory(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
