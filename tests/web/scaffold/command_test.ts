import assert from "node:assert/strict";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { hasPrograms } from "../../servers/programs.ts";
import { emptyFolder } from "./empty_folder.ts";

const PROGRAM = fileURLToPath(new URL("../../../web/scaffold/create_widget.ts", import.meta.url));
const COMMAND = [process.execPath, "run", "-A", "--no-check", "--quiet", PROGRAM];

Deno.test("without a terminal and a folder it does not ask, and the project is widget-batch", async () => {
  await using room = await emptyFolder();
  const { code, stdout, stderr } = await run(room.path, COMMAND);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^created widget-batch: 11 files; README\.md is for you/);
  assert.match(stdout, /cd widget-batch && pnpm install && pnpm check && pnpm build\n$/);
  assert.deepEqual(await readdir(room.path), ["widget-batch"]);
});

Deno.test("--json prints the created project as one JSON object", async () => {
  await using room = await emptyFolder();
  const { code, stdout } = await run(room.path, [...COMMAND, "batch", "--json"]);
  const project = JSON.parse(stdout);
  assert.deepEqual([code, project.name, project.directory], [0, "batch", join(room.path, "batch")]);
  assert.ok(project.files.includes("AGENTS.md"));
});

Deno.test("for a folder that is not empty it prints one line and exits with 1", async () => {
  await using room = await emptyFolder();
  await run(room.path, [...COMMAND, "batch"]);
  await writeFile(join(room.path, "batch", "AGENTS.md"), "mine");
  const { code, stdout, stderr } = await run(room.path, [...COMMAND, "batch"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, 'error: Cannot create project "batch": the folder is not empty\n');
  assert.equal((await stat(join(room.path, "batch", "AGENTS.md"))).size, 4);
});

Deno.test("with an invalid command line it exits with 2 and writes nothing", async () => {
  await using room = await emptyFolder();
  for (const args of [["--template", "x"], ["one", "two"]]) {
    const { code, stderr } = await run(room.path, [...COMMAND, ...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error: create: .*\nTry: pnpm create @tck\/widget --help\n$/);
  }
  assert.deepEqual(await readdir(room.path), []);
});

Deno.test("--help shows the arguments, the exit codes and an example", async () => {
  await using room = await emptyFolder();
  const { code, stdout } = await run(room.path, [...COMMAND, "--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /Usage: pnpm create @tck\/widget \[options\] \[DIR\]/);
  assert.match(stdout, /Exit codes: 0 created, 1 not created and nothing written, 2/);
  assert.match(stdout, /Examples:\n {2}pnpm create @tck\/widget widget-batch\n/);
});

if (await hasPrograms(["script"], "the scaffolder on a terminal", "bsdutils")) {
  Deno.test("on a terminal it asks for a missing folder", async () => {
    await using room = await emptyFolder();
    const { code, stdout } = await run(room.path, onTerminal(COMMAND), "evening\n");
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Folder of the new project \(widget-batch\): /);
    assert.match(stdout, /created evening: /);
    assert.deepEqual(await readdir(room.path), ["evening"]);
  });

  Deno.test("on a terminal an empty answer means the default, and it does not ask if a folder is given", async () => {
    await using room = await emptyFolder();
    const asked = await run(room.path, onTerminal(COMMAND), "\n");
    const given = await run(room.path, onTerminal([...COMMAND, "given"]));
    assert.deepEqual([asked.code, given.code], [0, 0], asked.stdout + given.stdout);
    assert.doesNotMatch(given.stdout, /Folder of/);
    assert.deepEqual((await readdir(room.path)).sort(), ["given", "widget-batch"]);
  });
}

/** The command line that runs a command on a pseudo-terminal. */
function onTerminal(command: readonly string[]): string[] {
  const line = command.map((part) => `'${part}'`).join(" ");
  return ["script", "--quiet", "--return", "--command", line, "/dev/null"];
}

async function run(
  cwd: string,
  [program, ...args]: readonly string[],
  input = "",
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new Deno.Command(program!, {
    args,
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: out!, stderr: err! };
}
