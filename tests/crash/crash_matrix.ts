import { type Failpoint, formatFailpoint } from "./call_watch.ts";
import { CommitProcess } from "./commit_process.ts";
import {
  checkCrashed,
  checkLeftOver,
  checkNotified,
  checkRetried,
  checkSwept,
  type CrashFree,
  formatView,
  type Views,
} from "./invariants.ts";
import type { CommitTask } from "./commit_program.ts";
import { type Site, USERS } from "./site.ts";

/** Which version of the batch readers see. */
export type Version = "old" | "new";

/** The result of one crash: a row of the matrix, and the violated invariants. */
export interface CrashReport {
  /** The crash, and the state after it and after each step of the recovery. */
  readonly row: readonly string[];
  readonly faults: readonly string[];
}

/**
 * The heading of the matrix. The cells contain the version that readers see, the number of referenced keys, and the number
 * of stored keys.
 */
export const HEADING = [
  "killed",
  "after the crash",
  "retried",
  "and swept",
  "swept at once",
  "and retried",
  "and swept",
];

/** How many puts of a killed process may arrive late, each after another sweep. */
const MAX_LATE_PUTS = 8;

/** Commits without a crash, and returns the state that every commit must result in. */
export async function runCrashFree(site: Site): Promise<CrashFree> {
  await site.restore();
  const old = await viewUsers(site);
  const process = new CommitProcess(site.address);
  const reply = await process.run(createTask(site, null));
  await process.kill();
  if (reply.message !== "ended" || reply.outcomes.some((outcome) => outcome !== "committed")) {
    throw new Error(`The commit without a crash failed: ${JSON.stringify(reply)}`);
  }
  await site.sweepAfterGrace();
  const [first, second, relay] = reply.calls as [string[], string[], string[]];
  if (first.toSorted().join() !== second.toSorted().join()) {
    throw new Error("Two commits of equal batches made different calls");
  }
  return { old, new: await viewUsers(site), calls: [...first, ...relay] };
}

/**
 * Every point at which a commit can be killed: before its first call and its flip, and after each call. Calls on objects can
 * overlap, so the point before each of these is not the point after another call.
 */
export function listFailpoints(calls: readonly string[]): Failpoint[] {
  return calls.flatMap((call, index) => {
    const hasBefore = index === 0 || call === "flip: commit" || /^(put|get) /.test(call);
    return [...(hasBefore ? [{ when: "before", call } as const] : []), { when: "after", call } as const];
  });
}

/**
 * Tries failpoints that several callers take from one iterator. The next process starts during the recovery of a crash.
 */
export async function tryCrashes(
  site: Site,
  failpoints: Iterator<Failpoint>,
  crashFree: CrashFree,
  onReport: (failpoint: Failpoint, report: CrashReport) => void,
): Promise<void> {
  let [next, ready] = [failpoints.next(), new CommitProcess(site.address)];
  while (!next.done) {
    const [failpoint, process] = [next.value, ready];
    const crash = formatFailpoint(failpoint);
    const seen = isFlipped(failpoint, crashFree.calls) ? "new" : "old";
    const report = reportFailure(crash, async () => {
      try {
        await reach(process, site, failpoint);
      } finally {
        await process.kill();
        next = failpoints.next();
        if (!next.done) ready = new CommitProcess(site.address);
      }
      return await recover(site, crash, [seen, seen], crashFree);
    });
    onReport(failpoint, await report);
  }
  await ready.kill();
}

/** Restores the site, and commits up to the failpoint. */
export async function reach(process: CommitProcess, site: Site, failpoint: Failpoint): Promise<void> {
  await site.restore();
  const reply = await process.run(createTask(site, failpoint));
  if (reply.message !== "reached") {
    throw new Error(`No commit reaches the failpoint: ${JSON.stringify(reply.outcomes)}`);
  }
}

/** Reports a crash that cannot be tried or recovered as a fault, so that the other crashes are tried. */
export async function reportFailure(
  crash: string,
  attempt: () => Promise<CrashReport>,
): Promise<CrashReport> {
  return await attempt().catch((error) => ({ row: [crash, "failed"], faults: [`${crash}: ${error}`] }));
}

/**
 * Recovers from a crash and checks each step: for one user by a retry, for the other by a sweep and then a retry.
 *
 * @param seen Which version the readers of each user must see before the recovery
 */
export async function recover(
  site: Site,
  crash: string,
  seen: readonly [Version, Version],
  crashFree: CrashFree,
): Promise<CrashReport> {
  const faults: string[] = [];
  const check = async (moment: string, findFaults: (views: Views) => string[]): Promise<string[]> => {
    const views = await viewUsers(site);
    faults.push(...findFaults(views).map((fault) => `${crash}, ${moment}: ${fault}`));
    return views.map((view, user) => formatView(view, crashFree, user as 0 | 1));
  };
  /** Sweeps again while puts of the killed process arrive late. */
  const sweep = async (): Promise<void> => {
    for (let count = 0; count < MAX_LATE_PUTS; count++) {
      await site.sweepAfterGrace();
      if ((await viewUsers(site)).flatMap(checkLeftOver).length === 0) return;
    }
  };
  const crashed = await check(
    "after the crash",
    (views) => checkCrashed(views, [crashFree[seen[0]][0], crashFree[seen[1]][1]]),
  );

  await site.retry(USERS[0]);
  const retried = await check("retried", ([first]) => checkRetried(first, crashFree.new[0]));
  await sweep();
  const swept = await check("swept", ([first, second]) => [
    ...checkSwept(first, crashFree.new[0]),
    ...checkSwept(second, crashFree[seen[1]][1]),
  ]);
  await site.retry(USERS[1]);
  const retriedThen = await check(
    "retried after the sweep",
    ([, second]) => checkRetried(second, crashFree.new[1]),
  );
  await sweep();
  await site.deliver();
  const end = await check("at the end", (views) => [
    ...views.flatMap((view, user) => checkSwept(view, crashFree.new[user as 0 | 1])),
    ...checkNotified(views, crashFree.old),
  ]);
  const seenInTurn = [crashed[0]!, retried[0]!, swept[0]!, swept[1]!, retriedThen[1]!, end[1]!];
  return { row: [crash, ...seenInTurn], faults };
}

function isFlipped({ when, call }: Failpoint, calls: readonly string[]): boolean {
  const [flip, place] = [calls.indexOf("flip: commit"), calls.indexOf(call)];
  return place > flip || (place === flip && when !== "before");
}

function createTask(site: Site, failpoint: Failpoint | null): CommitTask {
  return { userIds: USERS, directory: site.versions.new, logFolder: site.logFolder, failpoint };
}

async function viewUsers(site: Site): Promise<Views> {
  return [await site.view(USERS[0]), await site.view(USERS[1])];
}
