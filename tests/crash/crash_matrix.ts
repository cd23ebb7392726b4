import { describeFailpoint, type Failpoint } from "./call_watch.ts";
import { CommitProcess } from "./commit_process.ts";
import {
  checkCrashed,
  checkLeftOver,
  checkNotified,
  checkRetried,
  checkSwept,
  type CrashFree,
  describeView,
  type Views,
} from "./invariants.ts";
import type { CommitOrder } from "./commit_program.ts";
import { type Site, USERS } from "./site.ts";

/** Which version of the batch readers see. */
export type Version = "old" | "new";

/** What came of one crash: a row of the matrix, and which invariants did not hold. */
export interface CrashReport {
  /** Where it happened, what was seen after it, and after each step of putting it right. */
  readonly row: readonly string[];
  readonly faults: readonly string[];
}

/**
 * The heading of the matrix. Below it stands which version readers see at that moment, how many keys its rows name, and
 * how many the store holds.
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
const MOST_LATE = 8;

/** Commits without a crash, and tells what every commit must come to. */
export async function runCrashFree(site: Site): Promise<CrashFree> {
  await site.restore();
  const old = await viewUsers(site);
  const process = new CommitProcess(site.address);
  const news = await process.carryOut(describeOrder(site, null));
  await process.kill();
  if (news.news !== "ended" || news.outcomes.some((outcome) => outcome !== "committed")) {
    throw new Error(`The commit without a crash failed: ${JSON.stringify(news)}`);
  }
  await site.sweepAfterGrace();
  const [first, second, relay] = news.calls as [string[], string[], string[]];
  if (first.toSorted().join() !== second.toSorted().join()) {
    throw new Error("Two like commits differ in their calls");
  }
  return { old, new: await viewUsers(site), calls: [...first, ...relay] };
}

/**
 * Every place where a commit can die: before its first call and its flip, and after each call, which is before the next.
 * Calls on objects may overlap, so before each of these is a place of its own.
 */
export function listFailpoints(calls: readonly string[]): Failpoint[] {
  return calls.flatMap((call, index) => {
    const isOwn = index === 0 || call === "flip: commit" || /^(put|get) /.test(call);
    return [...(isOwn ? [{ when: "before", call } as const] : []), { when: "after", call } as const];
  });
}

/**
 * Tries the failpoints of a list that others may take from too. The next process starts while a crash is looked into.
 */
export async function tryCrashes(
  site: Site,
  failpoints: Iterable<Failpoint>,
  crashFree: CrashFree,
  onReport: (failpoint: Failpoint, report: CrashReport) => void,
): Promise<void> {
  let ready = new CommitProcess(site.address);
  for (const failpoint of failpoints) {
    const [process, crash] = [ready, describeFailpoint(failpoint)];
    const seen = isFlipped(failpoint, crashFree.calls) ? "new" : "old";
    const report = reportFailure(crash, async () => {
      try {
        await reach(process, site, failpoint);
      } finally {
        await process.kill();
        ready = new CommitProcess(site.address);
      }
      return await putRight(site, crash, [seen, seen], crashFree);
    });
    onReport(failpoint, await report);
  }
  await ready.kill();
}

/** Commits, from the site's beginning, up to the failpoint. */
export async function reach(process: CommitProcess, site: Site, failpoint: Failpoint): Promise<void> {
  await site.restore();
  const news = await process.carryOut(describeOrder(site, failpoint));
  if (news.news !== "reached") throw new Error(`No commit comes there: ${JSON.stringify(news.outcomes)}`);
}

/** A crash that cannot be tried, or put right, is a fault as well, and the others go on. */
export async function reportFailure(
  crash: string,
  attempt: () => Promise<CrashReport>,
): Promise<CrashReport> {
  return await attempt().catch((error) => ({ row: [crash, "failed"], faults: [`${crash}: ${error}`] }));
}

/**
 * Checks what a crash left, while it is put right: for one user by a retry, for the other by a sweep and then a retry.
 *
 * @param seen Which version the readers of each user must see until then
 */
export async function putRight(
  site: Site,
  crash: string,
  seen: readonly [Version, Version],
  crashFree: CrashFree,
): Promise<CrashReport> {
  const faults: string[] = [];
  const look = async (moment: string, check: (views: Views) => string[]): Promise<string[]> => {
    const views = await viewUsers(site);
    faults.push(...check(views).map((fault) => `${crash}, ${moment}: ${fault}`));
    return views.map((view, user) => describeView(view, crashFree, user as 0 | 1));
  };
  /** What the killed process had on its way may arrive as late as between a sweep and the look at what it left. */
  const sweep = async (): Promise<void> => {
    for (let count = 0; count < MOST_LATE; count++) {
      await site.sweepAfterGrace();
      if ((await viewUsers(site)).flatMap(checkLeftOver).length === 0) return;
    }
  };
  const crashed = await look(
    "after the crash",
    (views) => checkCrashed(views, [crashFree[seen[0]][0], crashFree[seen[1]][1]]),
  );

  await site.retry(USERS[0]);
  const retried = await look("retried", ([first]) => checkRetried(first, crashFree.new[0]));
  await sweep();
  const swept = await look("swept", ([first, second]) => [
    ...checkSwept(first, crashFree.new[0]),
    ...checkSwept(second, crashFree[seen[1]][1]),
  ]);
  await site.retry(USERS[1]);
  const retriedThen = await look(
    "retried after the sweep",
    ([, second]) => checkRetried(second, crashFree.new[1]),
  );
  await sweep();
  await site.deliver();
  const end = await look("at the end", (views) => [
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

function describeOrder(site: Site, failpoint: Failpoint | null): CommitOrder {
  return { userIds: USERS, directory: site.versions.new, logFolder: site.logFolder, failpoint };
}

async function viewUsers(site: Site): Promise<Views> {
  return [await site.view(USERS[0]), await site.view(USERS[1])];
}
