import { type Failpoint, formatFailpoint } from "./call_watch.ts";
import { CommitProcess } from "./commit_process.ts";
import {
  type CrashReport,
  HEADING,
  reach,
  recover,
  reportFailure,
  runCrashFree,
  type Version,
} from "./crash_matrix.ts";
import type { CrashFree } from "./invariants.ts";
import { hasGateway, type KillableServers } from "./servers.ts";
import type { Site } from "./site.ts";
import { printMatrix } from "./test_sites.ts";

/** A server that is killed during two commits, whose process continues. */
export interface ServerCrash {
  readonly server: "postgres" | "gateway";
  readonly failpoint: Failpoint;
  /** When the server is started again: before the commits continue, or after they have ended. */
  readonly back: "at once" | "late";
  /** The possible outcomes of the commits: `committed` or an error's code. */
  readonly outcomes: readonly string[];
}

const CASES = [
  ["postgres", "after", "intents: record", "at once", "commit.database_failed"],
  ["postgres", "after", "flip: replace", "at once", "commit.database_failed"],
  ["postgres", "before", "flip: commit", "at once", "commit.database_failed"],
  ["postgres", "without the answer of", "flip: commit", "at once", "committed"],
  ["postgres", "without the answer of", "flip: commit", "late", "commit.outcome_unknown"],
  ["postgres", "after", "sweep: insert tombstones", "at once", "committed"],
  ["postgres", "after", "relay: deliver", "at once", "committed"],
  // A put that is not paused may fail before the gateway is back.
  ["gateway", "before", "put bundle (2)", "at once", "committed", "commit.write_failed"],
  ["gateway", "before", "put bundle (2)", "late", "commit.write_failed"],
  ["gateway", "before", "put manifest", "late", "commit.write_failed"],
  ["gateway", "before", "sweep: delete bundle", "at once", "committed"],
  ["gateway", "before", "sweep: delete bundle", "late", "committed"],
] as const;

/** Every type of call during which a server can be killed. */
export const SERVER_CRASHES: readonly ServerCrash[] = CASES.map(
  ([server, when, call, back, ...outcomes]) => ({ server, failpoint: { when, call }, back, outcomes }),
);

/**
 * Tries crashes of servers one after another; those of the gateway where there is one.
 *
 * @param crashFree What a commit without a crash results in
 */
export async function tryServerCrashes(
  servers: KillableServers,
  site: Site,
  crashes: readonly ServerCrash[],
  crashFree?: CrashFree,
): Promise<void> {
  crashFree ??= await runCrashFree(site);
  const reports: CrashReport[] = [];
  for (const crash of crashes) {
    if (crash.server === "gateway" && !hasGateway) continue;
    reports.push(await tryServerCrash(servers, site, crash, crashFree));
  }
  printMatrix([...HEADING, "outcomes"], reports);
}

/** Kills a server at the failpoint of the commits, starts it again, and checks the recovery. */
async function tryServerCrash(
  servers: KillableServers,
  site: Site,
  crash: ServerCrash,
  crashFree: CrashFree,
): Promise<CrashReport> {
  const name = `${crash.server} ${formatFailpoint(crash.failpoint)}, back ${crash.back}`;
  const process = new CommitProcess(site.address);
  try {
    return await reportFailure(name, async () => {
      await reach(process, site, crash.failpoint);
      const outcomes = await restartServer(process, servers[crash.server]!, crash.back);
      const { row, faults } = await recover(
        site,
        name,
        [seenAfter(outcomes[0]!), seenAfter(outcomes[1]!)],
        crashFree,
      );
      const wrong = outcomes.filter((outcome) => !crash.outcomes.includes(outcome));
      return {
        row: [...row, outcomes.join()],
        faults: [...wrong.map((outcome) => `${name}: the outcome is ${outcome}`), ...faults],
      };
    });
  } finally {
    await process.kill();
  }
}

/** The version that readers must see after an outcome. It is unknown only if the flip happened. */
function seenAfter(outcome: string): Version {
  return outcome === "committed" || outcome === "commit.outcome_unknown" ? "new" : "old";
}

/** Lets the commits continue without the server or with a restarted one, and returns their outcomes. */
async function restartServer(
  process: CommitProcess,
  server: NonNullable<KillableServers[ServerCrash["server"]]>,
  back: ServerCrash["back"],
): Promise<string[]> {
  await server.kill();
  if (back === "at once") await server.start();
  const reply = await process.resume();
  if (back === "late") await server.start();
  return reply.message === "ended" ? reply.outcomes : [reply.message];
}
