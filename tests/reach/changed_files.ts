/**
 * What changed since a commit, in the words of git.
 *
 * @module
 */
import { execFileSync } from "node:child_process";
import { UsageError } from "../../terminal/mod.ts";

/** The branch whose files need not be tried again. */
const MAIN = "main";

/**
 * The files that differ from a commit: committed, uncommitted and new ones, and those that are gone.
 *
 * @param commit default: where this branch left main; on main itself, what has not been pushed
 * @throws UsageError when git does not know the commit
 */
export function listChangedFiles(root: string, commit: string = findBase(root)): string[] {
  if (!hasCommit(root, commit)) {
    throw new UsageError(`${JSON.stringify(commit)} is not a commit of this repository`);
  }
  const changed = git(root, "diff", "--name-only", "--no-renames", commit);
  const created = git(root, "ls-files", "-o", "--exclude-standard");
  return [...new Set([...changed, ...created])].sort();
}

/** Whether a commit is there: a shallow clone has only the last ones. */
export function hasCommit(root: string, commit: string): boolean {
  if (commit.startsWith("-")) return false;
  try {
    git(root, "rev-parse", "--verify", "--quiet", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function findBase(root: string): string {
  const branch = git(root, "rev-parse", "--abbrev-ref", "HEAD")[0];
  const candidates = branch === MAIN ? [`origin/${MAIN}`] : [MAIN, `origin/${MAIN}`];
  for (const candidate of candidates) {
    if (hasCommit(root, candidate)) return git(root, "merge-base", candidate, "HEAD")[0] ?? "HEAD";
  }
  return "HEAD";
}

function git(root: string, ...args: string[]): string[] {
  const output = execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return output.split("\n").filter((line) => line !== "");
}
