import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyFolder } from "./empty_folder.ts";

const SANDBOX = new URL("../../../web/scaffold/sandbox/", import.meta.url);
const ENTER = fileURLToPath(new URL("enter", SANDBOX));

/** The instructions of the container's file, in order. */
const instructions = (await readFile(new URL("Containerfile", SANDBOX), "utf8")).split("\n")
  .filter((line) => /^[A-Z]/.test(line)).map((line) => {
    const [name, ...rest] = line.split(" ");
    return { name: name!, value: rest.join(" ") };
  });
const last = (name: string) => instructions.findLast((instruction) => instruction.name === name)?.value;

Deno.test("the container has the Node and the pnpm of the specification", () => {
  assert.equal(instructions[0]!.name, "FROM");
  assert.match(instructions[0]!.value, /^node:24\.14\.1(-|$)/);
  const installed = instructions.filter(({ value }) => value.includes("npm install"));
  assert.deepEqual(installed.map(({ value }) => value), ["npm install --global pnpm@10.27.0"]);
});

Deno.test("the container does not run as root, and starts in the tasks folder, which its user owns", () => {
  const user = last("USER")!;
  assert.notEqual(user, "root");
  const made = instructions.findIndex(({ value }) =>
    value.includes(`useradd --create-home --uid 10001 ${user}`)
  );
  const entered = instructions.findIndex(({ name }) => name === "USER");
  assert.ok(made > 0 && entered > made);
  assert.ok(instructions.slice(entered).every(({ name }) => name !== "RUN" && name !== "COPY"));
  assert.equal(last("WORKDIR"), "/workspace/.tasks");
  assert.match(
    instructions[made]!.value,
    new RegExp(`install --directory --owner ${user} /workspace/\\.tasks$`),
  );
  assert.equal(last("ENTRYPOINT"), '["enter"]');
});

Deno.test("the container's pnpm reads the settings file, and is started by the sandbox's script", () => {
  const copied = instructions.filter(({ name }) => name === "COPY").map(({ value }) => value);
  assert.deepEqual(copied, [
    "--chown=author pnpmrc /home/author/.config/pnpm/rc",
    "--chmod=0755 enter /usr/local/bin/enter",
    "--chmod=0755 pnpm /usr/local/sbin/pnpm",
  ]);
});

Deno.test("enter creates the folder of the batch and runs a command in it", async () => {
  await using room = await emptyFolder();
  const { code, stdout } = await enter(room.path, { TCK_KIND: "morning_brief" }, [
    "sh",
    "-c",
    'pwd; echo "$1"',
    "-",
    "a b",
  ]);
  assert.deepEqual([code, stdout], [0, `${room.path}/t1/2026-03-02/morning_brief\na b\n`]);
  assert.ok((await stat(join(room.path, "t1/2026-03-02/morning_brief"))).isDirectory());
});

Deno.test("enter returns the exit code of the command", async () => {
  await using room = await emptyFolder();
  assert.equal((await enter(room.path, { TCK_KIND: "diary" }, ["sh", "-c", "exit 7"])).code, 7);
});

for (const kind of ["", "..", "../../..", "a//b", "."]) {
  Deno.test(`enter rejects ${JSON.stringify(kind)} as a kind, and creates no folder`, async () => {
    await using room = await emptyFolder();
    const { code, stdout, stderr } = await enter(room.path, { TCK_KIND: kind }, ["pwd"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(
      stderr,
      /TCK_KIND: must be the kind of the batch|Cannot enter ".*": it is outside of the current folder/,
    );
    await assert.rejects(stat(join(room.path, "t1")), { code: "ENOENT" });
  });
}

async function enter(
  cwd: string,
  variables: Record<string, string>,
  command: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
    args: [ENTER, ...command],
    cwd,
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", TCK_TASK: "t1", TCK_DATE: "2026-03-02", ...variables },
  }).output();
  const utf8 = new TextDecoder();
  return { code, stdout: utf8.decode(stdout), stderr: utf8.decode(stderr) };
}
