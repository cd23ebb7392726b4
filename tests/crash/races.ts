import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RaceMessage, RaceRole } from "./race_program.ts";
import type { StoresAddress } from "./stores.ts";

/** How many processes race, and how much must have happened before the race ends. */
export interface RaceSize {
  readonly committers: number;
  readonly readers: number;
  readonly commits: number;
  readonly deletions: number;
  readonly reads: number;
  /** The priority of the processes: 0 is the one of other processes, 19 the lowest. */
  readonly priority: number;
}

/** Enough that many processes wait for one lock; they leave the CPU to the tests that run beside them. */
export const LARGE_RACE: RaceSize = {
  committers: 16,
  readers: 2,
  commits: 64,
  deletions: 5,
  reads: 100,
  priority: 10,
};

/** The fewest that meet each other: one of the committers makes 6 commits, and so commits each batch. */
export const SMALL_RACE: RaceSize = {
  committers: 3,
  readers: 1,
  commits: 18,
  deletions: 2,
  reads: 10,
  priority: 0,
};

/** What happened in a race. */
export interface RaceReport {
  /** The ids of the commits that returned as committed. */
  readonly commits: readonly string[];
  /** How many objects the sweeper deleted. */
  readonly deletions: number;
  /** How often a reader read a complete batch with all of its objects. */
  readonly reads: number;
  /** What readers must not see, and failures. */
  readonly faults: readonly string[];
}

/** Starts processes that repeatedly commit the same batches, beside readers and a sweeper, on empty stores. */
export async function runRace(address: StoresAddress, size: RaceSize): Promise<RaceReport> {
  const roles: RaceRole[] = [
    ...Array.from({ length: size.committers }, (_, number) => ({ role: "committer", number }) as const),
    ...Array.from({ length: size.readers }, () => ({ role: "reader" }) as const),
    { role: "sweeper" },
  ];
  const report = { commits: [] as string[], deletions: 0, reads: 0, faults: [] as string[] };
  const enough = Promise.withResolvers<void>();
  const racers = roles.map((role) =>
    new Racer(address, role, size.priority, (message) => {
      count(report, message);
      if (isEnough(report, size)) enough.resolve();
    })
  );
  try {
    await Promise.all(racers.map((racer) => racer.ready));
    for (const racer of racers) racer.start();
    await Promise.race([enough.promise, ...racers.map((racer) => racer.died)]);
    await Promise.all(racers.map((racer) => racer.stop()));
  } finally {
    for (const racer of racers) racer.kill();
  }
  return report;
}

type Counts = { -readonly [Name in keyof RaceReport]: RaceReport[Name] } & {
  commits: string[];
  faults: string[];
};

function count(report: Counts, message: RaceMessage): void {
  if (message.message === "committed") report.commits.push(message.commitId);
  if (message.message === "swept") report.deletions += message.deleted;
  if (message.message === "read") {
    report.reads += message.whole;
    report.faults.push(...message.faults);
  }
  if (message.message === "failed") report.faults.push(message.reason);
}

function isEnough({ commits, deletions, reads, faults }: RaceReport, size: RaceSize): boolean {
  return faults.length > 0 ||
    (commits.length >= size.commits && deletions >= size.deletions && reads >= size.reads);
}

/** One process of a race. */
class Racer {
  /** Resolves when it has opened its stores. */
  readonly ready: Promise<void>;
  /** Rejects if it ends before it is stopped. */
  readonly died: Promise<never>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #isStopped = false;

  constructor(
    address: StoresAddress,
    role: RaceRole,
    priority: number,
    onMessage: (message: RaceMessage) => void,
  ) {
    const program = fileURLToPath(new URL("./race_program.ts", import.meta.url));
    const args = [
      "run",
      "--quiet",
      "-A",
      "--no-check",
      program,
      JSON.stringify(address),
      JSON.stringify(role),
    ];
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    setPriority(this.#child.pid!, priority);
    this.#ended = once(this.#child, "close");
    this.died = this.#ended.then(() => {
      if (this.#isStopped) return new Promise<never>(() => {});
      throw new Error(`A ${role.role} ended in the middle of the race`);
    });
    const ready = Promise.withResolvers<void>();
    this.ready = Promise.race([ready.promise, this.died]);
    createInterface({ input: this.#child.stdout! }).on("line", (line) => {
      const message: RaceMessage = JSON.parse(line);
      if (message.message === "ready") ready.resolve();
      else onMessage(message);
    });
  }

  start(): void {
    this.#child.stdin!.write("start\n");
  }

  /** Stops it after its current round. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#child.stdin!.end("stop\n");
    await this.#ended;
  }

  kill(): void {
    this.#isStopped = true;
    this.#child.kill("SIGKILL");
  }
}
