/**
 * What an interrupted run had done (`.tck/test-run.json`), for `--resume`.
 *
 * @module
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STATE_FOLDER } from "./state_folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PATH = join(STATE_FOLDER, "test-run.json");

/** The files that passed in a run of the same tree. */
export class UnfinishedRun {
  readonly #passed: Set<string>;
  readonly #tree = fingerprint();

  /** @param resume whether to go on with the last run, if it was of this very tree */
  constructor(resume: boolean) {
    this.#passed = new Set(resume ? readPassed(this.#tree) : []);
  }

  /** The files that need not be run. */
  get passed(): ReadonlySet<string> {
    return this.#passed;
  }

  /** Notes files that passed. */
  add(files: readonly string[]): void {
    for (const file of files) this.#passed.add(file);
    mkdirSync(dirname(PATH), { recursive: true });
    writeFileSync(`${PATH}.tmp`, JSON.stringify({ tree: this.#tree, passed: [...this.#passed] }));
    renameSync(`${PATH}.tmp`, PATH);
  }

  /** Forgets the run: all of its files have ended. */
  end(): void {
    rmSync(PATH, { force: true });
  }
}

function readPassed(tree: string): string[] {
  try {
    const run: { tree: string; passed: string[] } = JSON.parse(readFileSync(PATH, "utf8"));
    return run.tree === tree ? run.passed : [];
  } catch {
    return [];
  }
}

/** What tells one state of the sources from another. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, maxBuffer: 256 << 20, stdio: ["ignore", "pipe", "ignore"] });
  try {
    hash.update(git("rev-parse", "HEAD")).update(git("diff", "HEAD"));
    const untracked = git("ls-files", "-o", "--exclude-standard").toString().split("\n").filter(Boolean);
    for (const file of untracked) hash.update(file).update(readFileSync(join(ROOT, file)));
  } catch {
    return ""; // Not a work tree of git: every state is the same.
  }
  return hash.digest("hex");
}
