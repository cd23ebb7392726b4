// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * `deno task test [PATH…]`: every test there is, on real parts. The core's tests run first, with no permission at all.
 *
 * @module
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const paths = Deno.args.length > 0 ? Deno.args : ["tests"];
const isCore = (path: string) => path.replace(/^\.\//, "").startsWith("tests/core");
const room = await mkdtemp(join(tmpdir(), "tck-test-"));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
let success = true;
try {
  const core = paths.includes("tests") ? ["tests/core"] : paths.filter(isCore);
  const rest = paths.filter((path) => !isCore(path));
  if (core.length > 0) await runTests("--no-prompt", core);
  if (rest.length > 0) await runTests("-A", ["--ignore=tests/core", ...rest]);
} finally {
  await rm(room, { recursive: true });
}
if (total.skipped > 0 && process.env["CI"]) {
  console.error(`test: ${total.skipped} tests were skipped, and CI skips none`);
  success = false;
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
Deno.exit(success ? 0 : 1);

async function runTests(permission: string, args: readonly string[]): Promise<void> {
  const report = join(room, "report.xml");
  // Types are `deno task check`'s; a test run must not check the whole tree a second time.
  const flags = ["test", "--no-check", "--quiet", permission, `--junit-path=${report}`];
  const { success: passed } = await new Deno.Command(process.execPath, { args: [...flags, ...args] }).spawn()
    .status;
  success &&= passed;
  addCounts(await readFile(report, "utf8").catch(() => ""));
}

function addCounts(report: string): void {
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const [tests, failed] = [count("tests"), count("failures") + count("errors")];
  const skipped = [...report.matchAll(/<skipped/g)].length;
  total.passed += tests - failed - skipped;
  total.failed += failed;
  total.skipped += skipped;
}
