import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runLimited } from "../runner/limited_process.ts";
import { PLANTED_FAULTS } from "./planted_faults.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A fault can make a test wait for ever, or loop. */
const LIMIT_SECONDS = 120;

Deno.test("a fault in each of forty files fails the test that --changed selects for it", async (t) => {
  await using copy = await copyTree();
  for (const { file, from, to, noticedBy } of PLANTED_FAULTS) {
    await t.step(`${file} fails ${noticedBy}`, async () => {
      const path = join(copy.path, file);
      const text = await readFile(path, "utf8");
      assert.equal(text.split(from).length, 2, `${JSON.stringify(from)} does not occur once`);
      const without = await runTest(copy.path, noticedBy);
      assert.equal(without.code, 0, `It fails without the fault: ${without.output}`);
      await writeFile(path, text.replace(from, () => to));
      const planted = await runTest(copy.path, noticedBy);
      await writeFile(path, text);
      assert.equal(planted.isOverdue, false, `It has not ended after ${LIMIT_SECONDS} s: ${planted.output}`);
      assert.equal(planted.code, 1);
    });
  }
});

/** Copies the files of the tree, those that are not committed included. */
async function copyTree(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "tck-planted-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  for (const file of listed.split("\n").filter((line) => line !== "")) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await cp(join(ROOT, file), join(path, file), { recursive: true }).catch(() => {}); // Deleted, not committed.
  }
  execFileSync(process.execPath, ["install", "--frozen", "--quiet"], { cwd: path, stdio: "ignore" });
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function runTest(
  cwd: string,
  file: string,
): Promise<{ code: number; output: string; isOverdue: boolean }> {
  const { code, stdout, stderr, isOverdue } = await runLimited(process.execPath, {
    args: ["test", "-A", "--no-check", "--quiet", file],
    cwd,
    env: { NO_COLOR: "1" },
  }, LIMIT_SECONDS);
  const text = new TextDecoder();
  return { code, output: text.decode(stdout) + text.decode(stderr), isOverdue };
}
