import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SOAK_AREAS } from "./areas.ts";
import { findDueAreas, fitAreas } from "./due_areas.ts";
import { findOldResults, MAX_COMMITS, readResults, recordResult } from "./results.ts";

const CRASH = SOAK_AREAS.find(({ name }) => name === "crash")!;
const KIT = SOAK_AREAS.find(({ name }) => name === "kit")!;

Deno.test("an area is due when something that it reaches has changed since it passed, and the oldest comes first", async () => {
  await using tree = await createTree();
  const first = tree.commit();
  const passed = (date: string) => ({ commit: first, date, seconds: 5 });
  const results = Object.fromEntries(SOAK_AREAS.map(({ name }) => [name, passed("2026-02-01")]));
  assert.deepEqual(findDueAreas(tree.path, results), []);
  await tree.write("core/commit/plan.ts", "export const plan = 2;");
  const [due, ...others] = findDueAreas(tree.path, results);
  assert.equal(due!.area, CRASH);
  assert.equal(due!.why, "tests/crash/kill_soak.ts → core/commit/plan.ts");
  assert.deepEqual(others, []);
  await tree.write("web/tck/mod.ts", "export const Badge = 2;");
  const names = findDueAreas(tree.path, { ...results, kit: passed("2026-01-01") }).map(({ area }) =>
    area.name
  );
  assert.deepEqual(names, ["kit", "crash"]);
});

Deno.test("an area without a result, or with one of a commit that is not there, is due", async () => {
  await using tree = await createTree();
  const first = tree.commit();
  const { crash: _, ...others } = Object.fromEntries(
    SOAK_AREAS.map(({ name }) => [name, { commit: first, date: "2026-02-01", seconds: 5 }]),
  );
  const results = { ...others, kit: { commit: "f".repeat(40), date: "2026-01-01", seconds: 5 } };
  assert.deepEqual(findDueAreas(tree.path, results).map(({ area }) => area.name), ["crash", "kit"]);
});

Deno.test("areas that do not fit into a time are left, and shorter ones after them are run", () => {
  const due = [[CRASH, 60], [KIT, 50], [CRASH, 30]] as const;
  const { run, left } = fitAreas(due.map(([area, seconds]) => ({ area, seconds, why: "" })), 95);
  assert.deepEqual(run.map(({ seconds }) => seconds), [60, 30]);
  assert.deepEqual(left.map(({ seconds }) => seconds), [50]);
});

Deno.test("a result names the commit and is noted only where everything is committed", async () => {
  await using tree = await createTree();
  await tree.write("tests/soak/results.json", "{}");
  const first = tree.commit();
  assert.equal(recordResult(tree.path, "crash", 12.4, new Date("2026-03-01T12:00:00Z")), true);
  const expected = { crash: { commit: first, date: "2026-03-01", seconds: 12 } };
  assert.deepEqual(readResults(tree.path), expected);
  await tree.write("core/commit/plan.ts", "export const plan = 3;");
  assert.equal(recordResult(tree.path, "kit", 1, new Date()), false);
  assert.deepEqual(readResults(tree.path), expected);
});

Deno.test("a result that is older than the limit, of no commit, or missing is a fault that names what to run", async () => {
  await using tree = await createTree();
  const first = tree.commit();
  const results = Object.fromEntries(
    SOAK_AREAS.map(({ name }) => [name, { commit: first, date: "2026-02-01", seconds: 5 }]),
  );
  tree.commitEmpty(MAX_COMMITS);
  assert.deepEqual(findOldResults(tree.path, results), []);
  tree.commitEmpty(1);
  const faults = findOldResults(tree.path, results);
  assert.equal(faults.length, SOAK_AREAS.length);
  assert.match(
    faults[0]!,
    /^the soak area crash was last run 201 commits ago \(2026-02-01\), at most 200: run deno task soak crash/,
  );
  const [missing] = findOldResults(tree.path, {});
  assert.match(missing!, /^the soak area crash has never been run: run deno task soak crash/);
  const [unknown] = findOldResults(tree.path, {
    ...results,
    crash: { ...results["crash"]!, commit: "f".repeat(40) },
  });
  assert.match(unknown!, /^the soak area crash was run on f{40}, which is no commit/);
});

interface Tree extends AsyncDisposable {
  readonly path: string;
  write(file: string, text: string): Promise<void>;
  /** Returns the commit. */
  commit(): string;
  commitEmpty(count: number): void;
}

/** A repository of its own, with a soak file of two areas. */
async function createTree(): Promise<Tree> {
  const path = await mkdtemp(join(tmpdir(), "tck-soak-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: path, encoding: "utf8" }).trim();
  git("init", "-q", "-b", "main");
  git("config", "user.email", "test@example.org");
  git("config", "user.name", "Test");
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  };
  await write("core/commit/plan.ts", "export const plan = 1;");
  await write("web/tck/mod.ts", "export const Badge = 1;");
  await write("tests/crash/kill_soak.ts", 'import { plan } from "../../core/commit/plan.ts";');
  await write("tests/web/tck/sweep_soak.ts", 'import { Badge } from "../../../web/tck/mod.ts";');
  return {
    path,
    write,
    commit() {
      git("add", "-A");
      git("commit", "-qm", "files");
      return git("rev-parse", "HEAD");
    },
    commitEmpty(count) {
      const parent = git("rev-parse", "HEAD");
      const tree = git("rev-parse", "HEAD^{tree}");
      // One process for all of them: as many commits one by one take seconds.
      const stream = Array.from({ length: count }, (_, index) =>
        [
          "commit refs/heads/main",
          "committer Test <test@example.org> 0 +0000",
          "data 0",
          index === 0 ? `from ${parent}` : "",
          `M 040000 ${tree} `,
          "",
        ].filter((line) => line !== "").join("\n")).join("\n");
      execFileSync("git", ["fast-import", "--quiet", "--force"], { cwd: path, input: `${stream}\n` });
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
