import type { View } from "./view.ts";

/** The views of the site's two users. */
export type Views = readonly [View, View];

/** The state before a commit of the new version, the state that it must result in, and the calls that it makes. */
export interface CrashFree {
  readonly old: Views;
  readonly new: Views;
  readonly calls: readonly string[];
}

/** Formats the version that readers see, the number of referenced keys, and the number of stored keys: `old 4/6`. */
export function formatView(view: View, crashFree: CrashFree, user: 0 | 1): string {
  const version = (["old", "new"] as const).find((each) =>
    isSame(view.widgets, crashFree[each][user].widgets)
  );
  return `${version ?? "neither"} ${view.referenced.length}/${view.stored.length}`;
}

/** Right after a crash: invariants 1, 2, 3 and the second half of 7. */
export function checkCrashed(views: Views, expected: Views): string[] {
  return [
    ...views.flatMap((view, user) => checkWhole(view, expected[user as 0 | 1])),
    ...checkNotEarly(views),
  ];
}

/** After a retry: invariants 1, 2, 3 and 6. */
export function checkRetried(view: View, crashFree: View): string[] {
  return [
    ...checkWhole(view, crashFree),
    ...differ("invariant 6: the task's output", view.output, crashFree.output),
    ...differ("invariant 6: what the rows reference", view.referenced, crashFree.referenced),
  ];
}

/** After a sweep, when all deadlines and grace periods are over: invariants 1 to 5. */
export function checkSwept(view: View, crashFree: View): string[] {
  return [...checkWhole(view, crashFree), ...checkLeftOver(view)];
}

/** Invariant 5 only. */
export function checkLeftOver(view: View): string[] {
  return [
    ...differ("invariant 5: what is stored", view.stored, view.referenced),
    ...(view.records === 0 ? [] : [`invariant 5: ${view.records} intents and tombstones are left`]),
  ];
}

/** At the end: invariant 7, for all commits since the beginning. */
export function checkNotified(views: Views, beginning: Views): string[] {
  const before = beginning.flatMap(({ flipped }) => flipped);
  const never = views.flatMap(({ flipped, notified }) =>
    flipped.filter((commitId) => !notified.includes(commitId))
  );
  return [
    ...never.filter((commitId) => !before.includes(commitId))
      .map((commitId) => `invariant 7: commit ${commitId} has no notification`),
    ...checkNotEarly(views),
  ];
}

function checkNotEarly(views: Views): string[] {
  const flipped = views.flatMap((view) => view.flipped);
  return views[0].notified.filter((commitId) => !flipped.includes(commitId))
    .map((commitId) => `invariant 7: commit ${commitId} has a notification, but did not flip`);
}

function checkWhole(view: View, expected: View): string[] {
  return [
    ...view.referenced.filter((key) => !view.stored.includes(key))
      .map((key) => `invariant 1: ${key} is gone, but a row references it`),
    ...differ("invariant 2: what readers see", view.widgets, expected.widgets),
    ...(view.commits.length === 1 ? [] : [`invariant 3: the rows are of ${view.commits.length} commits`]),
  ];
}

function differ(what: string, found: readonly string[], expected: readonly string[]): string[] {
  return isSame(found, expected) ? [] : [`${what} is [${found.join()}] instead of [${expected.join()}]`];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
