import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BatchIdentity } from "../../core/commit/mod.ts";
import { commitBatch, type CommitDependencies } from "../../hosts/commit/mod.ts";
import { makeBundle } from "../core/commit/bundles.ts";

/** The batches of a race: one, two that share its objects and its lock, and one of another user. */
export const RACED_BATCHES: readonly BatchIdentity[] = [
  { userId: "one", localDate: "2026-03-04", kind: "morning_brief" },
  { userId: "one", localDate: "2026-03-05", kind: "morning_brief" },
  { userId: "one", localDate: "2026-03-04", kind: "evening_brief" },
  { userId: "other", localDate: "2026-03-04", kind: "morning_brief" },
];

/** The order of the batches: every second commit is of the first. */
const TURNS = [0, 1, 0, 2, 0, 3];

/** Identifies the commit in each of its widgets, so that a reader can detect a batch with parts of several commits. */
export interface CommitMark {
  readonly commit: string;
  readonly widgets: number;
}

/** Builds and commits the batch of a committer's round, and returns the commit's id. */
export async function commitRound(
  stores: CommitDependencies,
  folder: string,
  committer: number,
  round: number,
): Promise<string> {
  const directory = await mkdtemp(join(folder, "batch-"));
  try {
    await buildRound(directory, committer, round);
    const batch = RACED_BATCHES[TURNS[(committer + round) % TURNS.length]!]!;
    const { commitId } = await commitBatch(stores, {
      ...batch,
      taskId: `task of ${batch.userId}`,
      directory,
    });
    return commitId;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Some modules are in every batch, some in many and some in one, and so are their objects. */
async function buildRound(directory: string, committer: number, round: number): Promise<void> {
  const [dist, widgets] = [join(directory, "dist"), join(directory, "widgets")];
  const modules = ["everywhere", `sometimes ${round % 3}`, `once ${committer} ${round}`].slice(round % 2);
  const mark: CommitMark = { commit: `${committer} ${round}`, widgets: modules.length };
  await mkdir(dist);
  for (const [index, text] of modules.entries()) {
    const isLarge = index === modules.length - 1 && committer % 2 === 0;
    const manifest = { defaultState: { ...mark, ...isLarge ? { padding: " ".repeat(40_000) } : {} } };
    await writeFile(join(dist, `00${index + 1}_widget.tckb`), await makeBundle(text, manifest));
  }
  await mkdir(join(widgets, "001_widget"), { recursive: true });
  await writeFile(join(widgets, "001_widget", "widget.tck.tsx"), `export default () => "${mark.commit}";\n`);
}
