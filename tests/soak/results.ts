/**
 * When each area of the soak was last run, and on which commit: `tests/soak/results.json`. A result of another commit
 * counts until something that the area reaches has changed.
 *
 * @module
 */
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasCommit } from "../reach/changed_files.ts";
import { SOAK_AREAS } from "./areas.ts";

/** One run of an area that passed. */
export interface SoakResult {
  readonly commit: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly seconds: number;
}

/** The last result of each area that has one, by name. */
export type SoakResults = { readonly [area: string]: SoakResult };

/** After so many commits an area has to be run again, whatever changed. */
export const MAX_COMMITS = 200;

const PATH = "tests/soak/results.json";

/** Reads the results of a tree. */
export function readResults(root: string): SoakResults {
  return JSON.parse(readFileSync(join(root, PATH), "utf8"));
}

/** Notes that an area has passed on the present commit. Returns false, and writes nothing, where files are not committed. */
export function recordResult(root: string, area: string, seconds: number, now: Date): boolean {
  if (git(root, "status", "--porcelain").split("\n").some((line) => line !== "" && !line.endsWith(PATH))) {
    return false;
  }
  const results = { ...readResults(root) };
  const commit = git(root, "rev-parse", "HEAD");
  results[area] = { commit, date: now.toISOString().slice(0, 10), seconds: Math.round(seconds) };
  const sorted = Object.fromEntries(Object.entries(results).sort(([one], [other]) => one < other ? -1 : 1));
  const path = join(root, PATH);
  writeFileSync(`${path}.tmp`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${path}.tmp`, path);
  return true;
}

/** What is to be said about areas that were not run for long, a line for each. Empty in a clone without their commits. */
export function findOldResults(root: string, results: SoakResults): string[] {
  const isShallow = git(root, "rev-parse", "--is-shallow-repository") === "true";
  return SOAK_AREAS.flatMap(({ name }) => {
    const result = results[name];
    const advice = `run deno task soak ${name} and commit ${PATH}`;
    if (result === undefined) return [`the soak area ${name} has never been run: ${advice}`];
    if (!hasCommit(root, result.commit)) {
      return isShallow
        ? []
        : [`the soak area ${name} was run on ${result.commit}, which is no commit: ${advice}`];
    }
    const count = Number(git(root, "rev-list", "--count", `${result.commit}..HEAD`));
    if (count <= MAX_COMMITS) return [];
    return [
      `the soak area ${name} was last run ${count} commits ago (${result.date}), at most ${MAX_COMMITS}: ${advice}`,
    ];
  });
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 }).trimEnd();
}
