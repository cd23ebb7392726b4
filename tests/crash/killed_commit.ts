import { type Failpoint, formatFailpoint } from "./call_watch.ts";
import { type CrashReport, HEADING, listFailpoints, runCrashFree, tryCrashes } from "./crash_matrix.ts";
import type { CrashFree } from "./invariants.ts";
import type { Site } from "./site.ts";
import { printMatrix } from "./test_sites.ts";

/**
 * Kills commits at calls that the sites share, and checks the recovery of each.
 *
 * @param choose The failpoints to try, of all
 * @param crashFree What a commit without a crash results in on each site
 */
export async function tryCommitKills(
  sites: readonly Site[],
  choose: (failpoints: readonly Failpoint[]) => readonly Failpoint[] = (all) => all,
  crashFree?: readonly CrashFree[],
): Promise<void> {
  crashFree ??= await Promise.all(sites.map(runCrashFree));
  const failpoints = choose(listFailpoints(crashFree[0]!.calls));
  const reports = new Map<Failpoint, CrashReport>();
  const pending = failpoints.values();
  await Promise.all(
    sites.map((site, index) =>
      tryCrashes(site, pending, crashFree[index]!, (failpoint, report) => reports.set(failpoint, report))
    ),
  );
  printMatrix(HEADING, failpoints.map((failpoint) => reports.get(failpoint)!));
}

/** Chooses failpoints by their names, such as `after flip: commit`, each of which must exist. */
export function choose(...names: readonly string[]): (failpoints: readonly Failpoint[]) => Failpoint[] {
  return (failpoints) =>
    names.map((name) => {
      const found = failpoints.find((failpoint) => formatFailpoint(failpoint) === name);
      if (found !== undefined) return found;
      throw new Error(`No call is named ${name}: ${failpoints.map(formatFailpoint).join(", ")}`);
    });
}
