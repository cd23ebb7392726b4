// budget: 30 s: each case is a run of its own, two of them with a browser, and one waits for its limit
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { nameTestsOf } from "../servers/programs.ts";
import { until } from "../waiting/mod.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const PREAMBLE = `
  import { existsSync, writeFileSync } from "node:fs";
  const isThere = (name) => existsSync(new URL(name, import.meta.url));
  const write = (name) => writeFileSync(new URL(name, import.meta.url), "");
  import { until as untilSo } from ${JSON.stringify(import.meta.resolve("../waiting/mod.ts"))};
  const until = (name) => untilSo(name, () => isThere(name));`;

/** What a test file with a browser imports: without it, a file loads in a third of the time. */
const BROWSER = `
  import { openChromium } from ${JSON.stringify(import.meta.resolve("../browser/chromium.ts"))};`;

/** Tests that are skipped. */
const SKIPPED = `
    Deno.test.ignore("a <b> & c [needs a program (Debian: apt-get install it)]", () => {});
    Deno.test.ignore("d [needs a program (Debian: apt-get install it)]", () => {});
    Deno.test.ignore("e", () => {});`;

/** A test file with them. */
const SKIPPING = { "c_test.ts": `Deno.test("passes", () => {});${SKIPPED}` };

/** Test files: one ends the browser, while another uses it; then another needs it. */
const FILES = {
  "a_test.ts": `${BROWSER}
    Deno.test("ends the browser", async () => {
      const browser = await openChromium();
      const session = await browser.newBrowserCDPSession();
      await until("used");
      await session.send("Browser.crash");
    });`,
  "b_test.ts": `${BROWSER}
    Deno.test("uses the browser", async () => {
      const browser = await openChromium();
      const page = await browser.newPage();
      if (!isThere("used")) {
        write("used");
        await page.waitForEvent("close", { timeout: 60_000 });
      }
      await (await browser.newPage()).setContent("text");
      await browser.close();
    });`,
  "c_test.ts": `${BROWSER}
    Deno.test("needs a browser", async () => {
      const browser = await openChromium();
      await (await browser.newPage()).setContent("text");
      await browser.close();
    });${SKIPPED}`,
};

Deno.test("a browser that ended is started again, the file that ended it is named, and only this one fails", async () => {
  await using folder = await writeFiles(FILES);
  const { code, stdout, stderr } = await runTestsIn(folder.path, ["--jobs", "2"]);
  const [a, b] = ["a", "b"].map((name) => relative(ROOT, join(folder.path, `${name}_test.ts`)));
  const said = stderr.split("\n").filter((line) => line.startsWith("test: "));
  const [, exit] = /^test: the shared browser ended with (\S.*), while /m.exec(stderr) ?? [];
  assert.ok(exit, stderr);
  assert.deepEqual(said, [
    `test: the shared browser ended with ${exit}, while ${a} and ${b} used it`,
    `test: ${a} ended the browser, with ${exit}`,
    `test: failed: ${a}`,
  ]);
  assert.match(stdout, /^2 passed, 1 failed, 3 skipped$/m);
  assert.equal(code, 1);
});

Deno.test("a run ends with the skipped tests, by what they need", async () => {
  await using folder = await writeFiles(SKIPPING);
  const { code, stdout } = await runTestsIn(folder.path, []);
  const file = relative(ROOT, join(folder.path, "c_test.ts"));
  const expected = [
    "skipped for lack of a program (Debian: apt-get install it):",
    `  ${file}: a <b> & c`,
    `  ${file}: d`,
    "skipped:",
    `  ${file}: e`,
  ];
  assert.ok(`\n${stdout}`.includes(`\n${expected.join("\n")}\n`), stdout);
  assert.match(stdout, /^1 passed, 0 failed, 3 skipped$/m);
  assert.equal(code, 0);
});

Deno.test("with CI set, a run that skips a test fails", async () => {
  await using folder = await writeFiles(SKIPPING);
  const { code, stderr } = await runTestsIn(folder.path, [], { CI: "true" });
  assert.match(stderr, /^test: 3 tests were skipped, which fails in CI$/m);
  assert.equal(code, 1);
});

/** Test files: one fails once, one always. */
const FAILING = {
  "f_test.ts": `
    Deno.test("fails once", () => {
      const isSecond = isThere("f");
      write("f");
      if (!isSecond) throw new Error("first run");
    });`,
  "g_test.ts": `
    Deno.test("fails", () => {
      throw new Error("always");
    });`,
};

Deno.test("files that failed are run again if they are as few as --retry says, and the one that passes is named as flaky", async () => {
  await using folder = await writeFiles(FAILING);
  const { code, stdout, stderr } = await runTestsIn(folder.path, ["--retry", "2"]);
  const [f, g] = ["f", "g"].map((name) => relative(ROOT, join(folder.path, `${name}_test.ts`)));
  const said = stderr.split("\n").filter((line) => line.startsWith("test: "));
  assert.deepEqual(said, [
    `test: flaky: ${f} failed beside other files and passed alone`,
    `test: failed: ${g}`,
  ]);
  assert.match(stdout, /^1 passed, 1 failed, 0 skipped$/m);
  assert.match(stdout, /first run/);
  assert.equal(code, 1);
});

Deno.test("of more files that failed than --retry says none is run again, and without CI none is", async () => {
  for (const flags of [["--retry", "1"], []]) {
    await using folder = await writeFiles(FAILING);
    const { code, stdout } = await runTestsIn(folder.path, flags);
    assert.match(stdout, /^0 passed, 2 failed, 0 skipped$/m);
    assert.equal(code, 1);
  }
});

Deno.test("with CI set, a run whose only failure passes when it is run again has passed", async () => {
  await using folder = await writeFiles({ "f_test.ts": FAILING["f_test.ts"] });
  const { code, stderr } = await runTestsIn(folder.path, [], { CI: "true" });
  assert.match(stderr, /^test: flaky: /m);
  assert.equal(code, 0);
});

/** Test files of which the second waits until the run is interrupted, the first time. */
const INTERRUPTED = {
  "h_test.ts": `Deno.test("passes", () => write("h" + Date.now()));`,
  "i_test.ts": `
    Deno.test("is interrupted", async () => {
      if (isThere("i")) return;
      await until("go");
      write("i");
      await until("never");
    });`,
};

/** A test file that starts a process, and neither of them ends; and one that passes. */
const ENDLESS = {
  "h_test.ts": INTERRUPTED["h_test.ts"],
  "j_test.ts": `
    Deno.test("waits for a process that does not end", async () => {
      const child = new Deno.Command(Deno.execPath(), { args: ["eval", "setInterval(() => {}, 60_000)"] }).spawn();
      writeFileSync(new URL("child", import.meta.url), String(child.pid));
      await child.status;
    });`,
};

Deno.test("a file that has not ended after --limit is ended with the processes it started, has failed and is named", async () => {
  await using folder = await writeFiles(ENDLESS);
  const { code, stdout, stderr } = await runTestsIn(folder.path, ["--limit", "10"]);
  const file = relative(ROOT, join(folder.path, "j_test.ts"));
  assert.match(stderr, new RegExp(`^test: failed: ${file}: it was ended after \\d+ s, --limit$`, "m"));
  assert.match(stdout, /waits for a process that does not end/);
  assert.match(stdout, /^1 passed, 0 failed, 0 skipped$/m);
  assert.equal(code, 1);
  const child = Number(await readFile(join(folder.path, "child"), "utf8"));
  await until("the child has ended", () => !isRunning(child));
});

/** Test files that note which Firefox they get. The second leaves it with its session. */
const LENDING = Object.fromEntries(["k", "l", "m"].map((name) => [
  `${name}_test.ts`,
  `
    import { findShared, giveBack } from ${JSON.stringify(import.meta.resolve("../servers/find_shared.ts"))};
    Deno.test("uses Firefox", async () => {
      const endpoint = await findShared("firefox");
      writeFileSync(new URL(${JSON.stringify(name)}, import.meta.url), endpoint);
      if (${name !== "l"}) await giveBack("firefox", endpoint);
    });`,
]));

Deno.test({
  ...(await nameTestsOf(["firefox-esr"], "firefox-esr"))(
    "a Firefox that a file gives back is lent to the next, and one that it leaves is not",
  ),
  fn: async () => {
    await using folder = await writeFiles(LENDING);
    const { code, stdout } = await runTestsIn(folder.path, ["--jobs", "1"]);
    assert.equal(code, 0, stdout);
    const [k, l, m] = await Promise.all(
      ["k", "l", "m"].map((name) => readFile(join(folder.path, name), "utf8")),
    );
    assert.match(k!, /^ws:/);
    assert.equal(l, k);
    assert.notEqual(m, k);
  },
});

/** Whether there is a process that can do anything: one that has ended may still have to be noticed by init. */
function isRunning(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function writeFiles(
  files: { readonly [name: string]: string },
): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "tck-run-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), `${PREAMBLE}${text}`);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Runs `deno task test` on a folder, as a process of its own with servers of its own. */
async function runTestsIn(
  folder: string,
  flags: readonly string[],
  variables: { [name: string]: string } = { CI: "" },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await spawnRun(folder, flags, variables).output();
  const utf8 = new TextDecoder();
  return { code, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
}

Deno.test("a run that was interrupted goes on with --resume, without the files that had passed", async () => {
  await using folder = await writeFiles(INTERRUPTED);
  const first = spawnRun(folder.path, ["--jobs", "1"]);
  await writeFile(join(folder.path, "go"), "");
  await until("the second file runs", () => existsSync(join(folder.path, "i")));
  first.kill("SIGINT");
  const interrupted = await first.output();
  assert.match(
    new TextDecoder().decode(interrupted.stderr),
    /^error: test: interrupted; --resume goes on with/m,
  );
  assert.equal(interrupted.code, 1);
  const { code, stdout, stderr } = await runTestsIn(folder.path, ["--resume"]);
  assert.match(stderr, /^test: 1 files passed before the interruption$/m);
  assert.match(stdout, /^1 passed, 0 failed, 0 skipped$/m);
  assert.equal(code, 0);
  const again = await runTestsIn(folder.path, ["--resume"]);
  assert.match(again.stdout, /^2 passed, 0 failed, 0 skipped$/m, "a run that ended is not resumed");
});

Deno.test("with --repeat all files run so often, and one that fails once fails the run and is named", async () => {
  await using folder = await writeFiles({
    "f_test.ts": FAILING["f_test.ts"],
    "h_test.ts": INTERRUPTED["h_test.ts"],
  });
  const { code, stderr } = await runTestsIn(folder.path, ["--repeat", "3"]);
  assert.match(stderr, /f_test\.ts failed in 1 of 3 runs$/m);
  assert.doesNotMatch(stderr, /h_test\.ts failed/);
  assert.equal((await readdir(folder.path)).filter((name) => /^h\d+$/.test(name)).length, 3);
  assert.equal(code, 1);
});

function spawnRun(
  folder: string,
  flags: readonly string[],
  variables: { [name: string]: string } = { CI: "" },
): Deno.ChildProcess {
  return new Deno.Command(process.execPath, {
    args: ["run", "-A", "tests/run.ts", ...flags, folder],
    cwd: ROOT,
    env: { NO_COLOR: "1", TCK_TEST_STATE: join(folder, "state"), ...variables },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
