import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommandHere } from "./command_here.ts";
import { runCommand, temporaryFolder } from "./command_process.ts";

const COMMANDS = [
  "demo",
  "build",
  "serve",
  "commit",
  "sweep",
  "history",
  "rollback",
  "batch",
  "export",
  "user",
  "notifications",
  "dead-letters",
  "commit-worker",
  "migrate",
  "token",
  "conformance",
  "pack",
];

for (const name of COMMANDS) {
  Deno.test(`${name} --help shows every flag and an example, and ends with 0`, async () => {
    const { code, stdout, stderr } = await runCommandHere([name, "--help"]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`Usage: deno task ${name} `));
    assert.match(stdout, new RegExp(`Examples:\\n  .*deno task ${name}`));
    assert.match(stdout, /--data DIR|--json/);
  });

  Deno.test(`${name} with an unknown flag is a usage error: one line, a hint, and exit code 2`, async () => {
    const { code, stdout, stderr } = await runCommandHere([name, "--no-such-flag"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(
      stderr,
      new RegExp(`^error: ${name}: unknown option '--no-such-flag'\nTry: deno task ${name} --help`),
    );
  });
}

Deno.test("a process prints results to standard output and problems to standard error, and has the exit code", async () => {
  for (const args of [["token", "--help"], ["token", "--no-such-flag"]]) {
    assert.deepEqual(await runCommand(args), await runCommandHere(args));
  }
});

Deno.test("an unknown command is an error that lists the commands", async () => {
  const { code, stderr } = await runCommandHere(["frobnicate"]);
  assert.equal(code, 2);
  assert.equal(stderr, `error: unknown command "frobnicate": expected one of ${COMMANDS.join(", ")}\n`);
});

const USAGE_ERRORS: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
  ["a commit without a user", ["commit", "dir"], /^error: commit: missing required option --user$/m],
  ["a commit with an invalid date", commitArgs({ date: "2026-02-30" }), /commit: invalid date "2026-02-30"/],
  [
    "a commit of an unknown kind",
    commitArgs({ kind: "brunch" }),
    /commit: invalid kind "brunch".*morning_brief/,
  ],
  ["a commit for a user with a line break", commitArgs({ user: "a\nb" }), /commit: invalid user/],
  ["a commit of two folders", [...commitArgs({}), "other"], /commit: unexpected argument "other"/],
  ["serving on port 99999", ["serve", "--port", "99999"], /serve: invalid port "99999": expected 0 to 65535/],
  ["serving on port abc", ["serve", "--port", "abc"], /serve: invalid port "abc"/],
  ["a demo on port abc", ["demo", "--port", "abc"], /demo: invalid port "abc"/],
  ["serving on no address", ["serve", "--host", ""], /serve: option --host has an empty value/],
  ["a replay without an id", ["notifications", "replay"], /notifications: expected `list` or `replay ID`/],
  [
    "dead-letters with an unknown verb",
    ["dead-letters", "drop"],
    /dead-letters: expected `list` or `replay ID`/,
  ],
  ["notifications with the former flag", ["notifications", "--requests"], /unknown option '--requests'/],
  [
    "serving an unknown role",
    ["serve", "--role", "cook"],
    /serve: invalid role "cook": expected one of storage, public, web/,
  ],
];

for (const [what, args, message] of USAGE_ERRORS) {
  Deno.test(`${what} is a usage error and creates no data folder`, async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, "data");
    const { code, stderr } = await runCommandHere([...args, "--data", data]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
    await assert.rejects(stat(data), { code: "ENOENT" });
  });
}

const BAD_SETTINGS: readonly (readonly [name: string, value: string, message: RegExp])[] = [
  ["TCK_AUTH_SECRET", "hunter2", /Cannot use TCK_AUTH_SECRET: it has 7 characters, at least 32/],
  ["TCK_CANVAS", "shut", /Cannot use TCK_CANVAS "shut": expected sealed or open/],
  [
    "TCK_EMBED_ORIGINS",
    "https://a.example/path",
    /Cannot use TCK_EMBED_ORIGINS: "https:\/\/a.example\/path" is not an origin/,
  ],
  ["TCK_RETENTION", "soon", /Cannot use TCK_RETENTION "soon"/],
  ["TCK_APP_URL", "ftp://example.org", /Cannot use TCK_APP_URL/],
  ["TCK_NOTIFY_URL", "amqp://me:hunter2@127.0.0.1", /Cannot use TCK_NOTIFY_URL: expected nats:/],
  ["TCK_NOTIFY_URL", "nats://127.0.0.1/a.b", /Cannot use TCK_NOTIFY_URL: expected nats:/],
  ["TCK_NOTIFY_URL", "nats://me:%hunter2@127.0.0.1", /Cannot use TCK_NOTIFY_URL: .*not percent-encoded/],
  ["TCK_NOTIFY_URL", "http://example.org/hook", /Cannot use TCK_NOTIFY_URL: expected https:.*on loopback/],
  ["TCK_NOTIFY_URL", "https://me:hunter2@example.org", /Cannot use TCK_NOTIFY_URL: .* not by a password/],
  ["TCK_NOTIFY_URL", "https://example.org/hunter2", /Cannot use TCK_NOTIFY_URL: .*needs TCK_NOTIFY_SECRET/],
  ["TCK_OBJECTS_URL", "gopher://bucket", /TCK_OBJECTS_URL must begin with s3/],
  ["TCK_OBJECTS_URL", "s3://me:hunter2@bucket", /Cannot use TCK_OBJECTS_URL .*it holds credentials/],
  ["TCK_DATABASE_URL", "mysql://127.0.0.1/x", /TCK_DATABASE_URL|database/i],
];

for (const [name, value, message] of BAD_SETTINGS) {
  Deno.test(`${name} set to ${value.replace(/\/\/.*@/, "//…@")} is one clear line without a stack`, async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await runCommandHere(["sweep", "--data", folder.path], { [name]: value });
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.ok(!stderr.includes("hunter2"), "the message contains the secret");
  });
}

const COMMIT = "commit --user ada --task t --date 2026-01-31 --kind diary .".split(" ");
const LINKING_COMMANDS = [
  COMMIT,
  ["commit-worker", "--workspaces", "."],
  ["rollback", "--to", crypto.randomUUID(), "--user", "ada"],
  ["serve"],
  ["serve", "--role", "storage"],
  ["demo", "--once"],
];

for (const args of LINKING_COMMANDS) {
  Deno.test(`${args.slice(0, 3).join(" ")} requires TCK_APP_URL where the web app's address is not known`, async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, "data");
    const stores = { TCK_DATABASE_URL: "postgres://127.0.0.1:1/none", TCK_OBJECTS_URL: "s3://bucket" };
    for (const [name, value] of Object.entries(stores)) {
      const { code, stderr } = await runCommandHere([...args, "--data", data], { [name]: value });
      assert.equal(code, 1);
      assert.match(stderr, /^error: Cannot link to the web app: set TCK_APP_URL to its public URL/m);
      await assert.rejects(stat(data), { code: "ENOENT" });
    }
  });
}

Deno.test("a command that links to no page does not require TCK_APP_URL", async () => {
  await using folder = await temporaryFolder();
  const { stderr } = await runCommandHere(["sweep", "--data", folder.path], {
    TCK_DATABASE_URL: "postgres://127.0.0.1:1/none",
  });
  assert.match(stderr, /Cannot reach the database/);
});

Deno.test("token issues no bearer where only those of an identity provider are accepted", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const settings = { TCK_AUTH_JWKS_URL: "https://login.example.com/keys" };
  const { code, stdout, stderr } = await runCommandHere(["token", "--user", "ada", "--data", data], settings);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^error: Cannot issue a bearer: with TCK_AUTH_JWKS_URL, the identity provider does/);
  await assert.rejects(stat(data), { code: "ENOENT" });
});

Deno.test("token signs with a secret that only its owner can read and that stays the same", async () => {
  await using folder = await temporaryFolder();
  const [first, second] = await Promise.all(
    [0, 1].map(() => runCommandHere(["token", "--user", "ada", "--data", folder.path, "--json"])),
  );
  const path = join(folder.path, "auth-secret");
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.ok((await readFile(path)).byteLength >= 32);
  const tokens = [first, second].map(({ stdout } = { code: 0, stdout: "{}", stderr: "" }) =>
    JSON.parse(stdout)
  );
  assert.equal(tokens[0].userId, "ada");
  assert.match(tokens[0].token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  const third = JSON.parse(
    (await runCommandHere(["token", "--user", "ada", "--data", folder.path, "--json"])).stdout,
  );
  const { jwtVerify } = await import("jose");
  for (const { token } of [...tokens, third]) {
    await jwtVerify(token, await readFile(path), { audience: "tck-cloud" });
  }
});

Deno.test("token says that it signs with the data folder's secret, which services with settings reject", async () => {
  await using folder = await temporaryFolder();
  const token = (settings: Record<string, string>) =>
    runCommandHere(["token", "--user", "ada", "--data", folder.path], settings);
  const without = await token({});
  assert.match(without.stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  assert.match(
    without.stderr,
    /^signed with the secret of ".*": services that have TCK_AUTH_SECRET reject it$/m,
  );
  assert.equal((await token({ TCK_AUTH_SECRET: "0123456789abcdef".repeat(4) })).stderr, "");
});

Deno.test("build reports an invalid widget with its place, and builds the others", async () => {
  await using folder = await temporaryFolder();
  const write = async (name: string, source: string) => {
    await mkdir(join(folder.path, "widgets", name), { recursive: true });
    await writeFile(join(folder.path, "widgets", name, "widget.tck.tsx"), source);
  };
  const manifest = 'export const manifest = { id: "a", cardType: "feed", sizes: ["fill-auto"] };\n';
  await write("001_good", `${manifest}export default function Good() { return <p>good</p>; }`);
  await write("002_bad", `${manifest}export default function Bad() { return <p>bad</b>; }`);
  const { code, stdout, stderr } = await runCommandHere(["build", folder.path]);
  assert.equal(code, 1);
  assert.match(stdout, /^built .*001_good\.tckb [\w-]{64}\nfailed {4}002_bad\n$/);
  assert.match(
    stderr,
    /widgets\/002_bad\/widget\.tck\.tsx:2:\d+: .*\[source\.syntax\]\n {2}\| export default.*\n {2}\| +\^/,
  );
  const json = JSON.parse((await runCommandHere(["build", "--json", folder.path])).stdout);
  assert.deepEqual(json.widgets.map((widget: { status: string }) => widget.status), ["unchanged", "failed"]);
});

function commitArgs({ user = "ada", date = "2026-01-31", kind = "morning_brief" }): string[] {
  return ["commit", "--user", user, "--task", "t", "--date", date, "--kind", kind, "dir"];
}
