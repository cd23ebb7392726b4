import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RaceNews, RaceRole } from "./race_program.ts";
import type { StoresAddress } from "./stores.ts";

const COMMITTERS = 16;
const READERS = 2;

/** How much must have happened before a race ends. */
const LEAST = { commits: 4 * COMMITTERS, deletions: 5, reads: 100 };

/** What happened in a race. */
export interface RaceReport {
  /** The ids of the commits that their processes know as committed. */
  readonly commits: readonly string[];
  /** How many objects the sweeper deleted. */
  readonly deletions: number;
  /** How many times a reader saw a batch, whole and with all of its objects. */
  readonly reads: number;
  /** What readers must not see, and what failed. */
  readonly faults: readonly string[];
}

/** Lets processes commit the same batches over and over, while one sweeps and others read, all from empty stores. */
export async function runRace(address: StoresAddress): Promise<RaceReport> {
  const roles: RaceRole[] = [
    ...Array.from({ length: COMMITTERS }, (_, number) => ({ role: "committer", number }) as const),
    ...Array.from({ length: READERS }, () => ({ role: "reader" }) as const),
    { role: "sweeper" },
  ];
  const report = { commits: [] as string[], deletions: 0, reads: 0, faults: [] as string[] };
  const enough = Promise.withResolvers<void>();
  const racers = roles.map((role) =>
    new Racer(address, role, (news) => {
      count(report, news);
      if (isEnough(report)) enough.resolve();
    })
  );
  try {
    await Promise.all(racers.map((racer) => racer.ready));
    for (const racer of racers) racer.go();
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

function count(report: Counts, news: RaceNews): void {
  if (news.news === "committed") report.commits.push(news.commitId);
  if (news.news === "swept") report.deletions += news.deleted;
  if (news.news === "read") {
    report.reads += news.whole;
    report.faults.push(...news.faults);
  }
  if (news.news === "failed") report.faults.push(news.reason);
}

function isEnough({ commits, deletions, reads, faults }: RaceReport): boolean {
  return faults.length > 0 ||
    (commits.length >= LEAST.commits && deletions >= LEAST.deletions && reads >= LEAST.reads);
}

/** One process of a race. */
class Racer {
  /** Fulfils when it has opened its stores. */
  readonly ready: Promise<void>;
  /** Rejects when it ends unasked. */
  readonly died: Promise<never>;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #isStopped = false;

  constructor(address: StoresAddress, role: RaceRole, onNews: (news: RaceNews) => void) {
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
    this.#ended = once(this.#child, "close");
    this.died = this.#ended.then(() => {
      if (this.#isStopped) return new Promise<never>(() => {});
      throw new Error(`A ${role.role} ended in the middle of the race`);
    });
    const ready = Promise.withResolvers<void>();
    this.ready = Promise.race([ready.promise, this.died]);
    createInterface({ input: this.#child.stdout! }).on("line", (line) => {
      const news: RaceNews = JSON.parse(line);
      if (news.news === "ready") ready.resolve();
      else onNews(news);
    });
  }

  go(): void {
    this.#child.stdin!.write("go\n");
  }

  /** Lets it end what it is at. */
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
