import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { readEntry } from "../../../core/tckb/mod.ts";
import { runCommand } from "../../hosts/cli/command_process.ts";
import { COMPONENT, MANIFEST, ProjectFolder, SOURCE, WIDGET } from "../bundler/project_folder.ts";

const TCK = fileURLToPath(new URL("../../../web/tck-cli/tck.ts", import.meta.url));
const BROKEN = `${MANIFEST}\n${COMPONENT.replace("return", "localStorage.clear(); return")}\n`;

for (const name of ["build", "check"]) {
  Deno.test(`tck ${name} --help shows how to run it, its flags, its exit codes and an example`, async () => {
    const { code, stdout } = await tck([name, "--help"], ".");
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^Usage: tck ${name} \\[options\\] \\[DIR\\]$`, "m"));
    assert.match(stdout, /Exit codes: 0 every widget is valid, 1 some are not, 2 the command line is wrong/);
    assert.match(stdout, new RegExp(`Examples:\\n  tck ${name} my-widgets\\n`));
    assert.match(stdout, /--json/);
  });

  Deno.test(`tck ${name} with invalid arguments prints a hint and exits with 2`, async () => {
    for (const args of [["--minify"], ["one", "two"], ["no-such-folder"]]) {
      const { code, stdout, stderr } = await tck([name, ...args], ".");
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, new RegExp(`^error: ${name}: .*\\nTry: tck ${name} --help\\n$`));
    }
  });
}

Deno.test("tck build takes the time of its bundles from SOURCE_DATE_EPOCH, and nothing else for one", async () => {
  await using project = await ProjectFolder.create({ [SOURCE]: WIDGET });
  assert.equal((await tck(["build"], project.path, { SOURCE_DATE_EPOCH: "1767323045" })).code, 0);
  const build = (await readEntry(await project.read("dist/001_hello.tckb"), "build.json"))!;
  assert.equal(JSON.parse(new TextDecoder().decode(build)).builtAt, "2026-01-02T03:04:05.000Z");
  const { code, stderr } = await tck(["build"], project.path, { SOURCE_DATE_EPOCH: "today" });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^error: build: invalid SOURCE_DATE_EPOCH "today": expected a number of seconds since 1970\n/,
  );
});

Deno.test("tck without a command or with an unknown one lists the commands", async () => {
  for (const args of [[], ["dev"], ["constructor"]]) {
    const { code, stderr } = await tck(args, ".");
    assert.equal(code, 2);
    assert.match(stderr, /^error: .*; commands: build, check\nTry: tck --help\n$/);
  }
  const { code, stdout } = await tck(["--help"], ".");
  assert.equal(code, 0);
  assert.match(stdout, /Usage: tck build \[options\] \[DIR\]\n {7}tck check/);
});

Deno.test("tck check prints the same diagnostics as tck build, and writes nothing", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    "widgets/002_bad/widget.tck.tsx": BROKEN,
  });
  const checked = await tck(["check", "--json"], project.path);
  assert.deepEqual((await readdir(project.path)).sort(), ["widgets"]);
  const built = await tck(["build", "--json"], project.path);
  assert.deepEqual([checked.code, built.code], [1, 1]);
  assert.deepEqual(JSON.parse(checked.stdout), JSON.parse(built.stdout));
  assert.ok((await readdir(project.path)).includes("dist"));
});

Deno.test("tck check counts errors and warnings, and exits with 1 on warnings only with --strict", async () => {
  const odd = MANIFEST.replace("cardType", "stats: {}, cardType");
  await using project = await ProjectFolder.create({ [SOURCE]: `${odd}\n${COMPONENT}\n` });
  const { code, stdout, stderr } = await tck(["check"], project.path);
  assert.equal(code, 0);
  assert.match(stdout, /^valid {5}001_hello /);
  assert.match(stderr, /^project: warning: types are not checked: .* \[types\.not_checked\]$/m);
  assert.match(
    stderr,
    /^widgets\/001_hello\/widget\.tck\.tsx:1:\d+: warning: manifest\.stats: .*\[manifest\.unknown_field\]$/m,
  );
  assert.match(stderr, /^0 errors, 2 warnings$/m);
  for (const name of ["check", "build"]) {
    assert.equal((await tck([name, "--strict"], project.path)).code, 1);
  }
  const report = JSON.parse((await tck(["check", "--json"], project.path)).stdout);
  assert.deepEqual(report.diagnostics, []);
  const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
  assert.deepEqual(codes(report.warnings), ["types.not_checked", "manifest.unknown_field"]);
  assert.deepEqual(codes(report.widgets[0].warnings), ["manifest.unknown_field"]);
});

Deno.test("tck build and deno task build have the same output, bytes and exit code", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    "widgets/002_bad/widget.tck.tsx": BROKEN,
  });
  const ofTck = await tck(["build", project.path], ".");
  const bytes = await project.read("dist/001_hello.tckb");
  await using copy = await ProjectFolder.create({
    [SOURCE]: WIDGET,
    "widgets/002_bad/widget.tck.tsx": BROKEN,
  });
  const ofTask = await runCommand(["build", copy.path]);
  assert.equal(ofTck.code, ofTask.code);
  assert.equal(ofTck.stderr, ofTask.stderr);
  const hash = /[\w-]{64}/;
  assert.equal(hash.exec(ofTck.stdout)![0], hash.exec(ofTask.stdout)![0]);
  assert.deepEqual(bytes, await copy.read("dist/001_hello.tckb"));
});

async function tck(
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command(process.execPath, {
    args: ["run", "-A", "--no-check", "--quiet", TCK, ...args],
    cwd,
    env: { NO_COLOR: "1", ...environment },
  }).output();
  const utf8 = new TextDecoder();
  return { code, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
}
