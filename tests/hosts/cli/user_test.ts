/**
 * Exports, erasures and receipts by commands, beside a running `serve`.
 */
import assert from "node:assert/strict";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { makeBundle } from "../../core/commit/bundles.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

const SECRET = "a secret of the test, with 32 characters or more";

async function buildWork(folder: string): Promise<string> {
  const dist = join(folder, "work", "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
  return join(folder, "work");
}

function commitArgs(user: string, work: string, date = "2026-01-31"): string[] {
  return ["commit", "--user", user, "--task", "t1", "--date", date, "--kind", "morning_brief", work];
}

// claim: erasure-ends-sessions
Deno.test("while serve has the data folder, a user is exported and erased through it, and the user's session ends at once", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const [data, work] = [["--data", store.path], await buildWork(folder.path)];
  await using server = startCommand(["serve", "--port", "0", ...data, "--json"]);
  const { url } = JSON.parse((await server.printed(/^\{.*\}$/m))[0]);
  for (const user of ["demo", "bob"]) {
    assert.equal((await runCommandHere([...commitArgs(user, work), ...data])).code, 0);
  }
  const log = join(store.path, "notifications.jsonl");
  const delivered = async () => (await readFile(log, "utf8").catch(() => "")).split("\n").length - 1;
  await until("both notifications are delivered", async () => await delivered() === 2);
  const signIn = async () => {
    const response = await fetch(`${url}/login`, { redirect: "manual" });
    await response.body?.cancel();
    return response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
  };
  const list = async (cookie: string) => {
    const response = await fetch(`${url}/api/daily-pages/v2/batches`, { headers: { cookie } });
    return { status: response.status, batches: (await response.json()).batches?.length };
  };
  const cookie = await signIn();
  assert.deepEqual(await list(cookie), { status: 200, batches: 1 });

  const archive = join(folder.path, "demo.tar");
  const exported = await runCommandHere(["user", "export", "--user", "demo", "--out", archive, ...data]);
  assert.match(exported.stdout, /^exported 6 files of user "demo" to /, exported.stderr);
  assert.equal((await stat(archive)).mode & 0o777, 0o600);

  const plan = await runCommandHere(["user", "erase", "--user", "demo", "--dry-run", ...data]);
  assert.match(
    plan.stdout,
    /^delete 1 rows of widgets\n[^]*^delete widgets\/demo\/bundles\/.*\n1 objects, nothing/m,
  );
  assert.deepEqual(await list(cookie), { status: 200, batches: 1 });

  const erased = await runCommandHere(["user", "erase", "--user", "demo", ...data]);
  assert.equal(erased.code, 0, erased.stderr);
  assert.deepEqual(await list(cookie), { status: 401, batches: undefined });
  // A session of the same second counts as one from before.
  let again = await list(await signIn());
  while (again.status === 401) again = await list(await signIn());
  assert.deepEqual(again, { status: 200, batches: 0 });
  assert.deepEqual(
    (await readFile(log, "utf8")).trim().split("\n").map((line) => JSON.parse(line).data.userId),
    ["bob"],
  );
  const { receipt } = JSON.parse(erased.stdout);
  assert.deepEqual(receipt.erased.at(-1), { what: "deliveredNotifications", count: 1, sha256: null });
  const file = join(folder.path, "receipt.json");
  await writeFile(file, erased.stdout);
  const verified = await runCommandHere(["user", "receipt", file, "--user", "demo", ...data]);
  assert.match(
    verified.stdout,
    /^valid: signed by the key [\w-]{43}\nuser \(SHA-256\) [0-9a-f]{64}, erased at /,
  );
  assert.equal((await server.stop()).code, 0);
});

// claim: receipts-signed
Deno.test("a receipt that was changed, is about another user or was signed by another key is not accepted", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const data = ["--data", store.path];
  const environment = { TCK_AUTH_SECRET: SECRET };
  const erased = await runCommandHere(["user", "erase", "--user", "ada", ...data], environment);
  const document = JSON.parse(erased.stdout);
  const file = join(folder.path, "receipt.json");
  const verify = async (content: unknown, args: string[] = [], secret = SECRET) => {
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    const { code, stdout, stderr } = await runCommandHere([
      "user",
      "receipt",
      file,
      "--json",
      ...data,
      ...args,
    ], {
      TCK_AUTH_SECRET: secret,
    });
    return { code, stdout, stderr };
  };
  const valid = await verify(document);
  assert.equal(valid.code, 0, valid.stderr);
  const { keyId } = JSON.parse(valid.stdout);

  const other = JSON.parse(
    (await runCommandHere(["user", "erase", "--user", "bob", ...data], environment)).stdout,
  );
  const [head, payload, signature] = document.signature.split(".");
  const rejected: [unknown, RegExp, string[]?, string?][] = [
    [
      { ...document, receipt: { ...document.receipt, erased: [], user: "0".repeat(64) } },
      /its text is not what was signed/,
    ],
    [{ ...document, signature: other.signature }, /its text is not what was signed/],
    [
      { ...document, signature: `${head}.${other.signature.split(".")[1]}.${signature}` },
      /its signature is not valid/,
    ],
    [{ ...document, signature: `${btoa('{"alg":"none"}')}.${payload}.` }, /its signature is not valid/],
    [document, /it is not about user "bob"/, ["--user", "bob"]],
    [document, /it was signed by the key/, [], "another secret of the service, 32 characters"],
    ["no JSON", /it is not the JSON that `user erase` prints/],
  ];
  for (const [content, message, args, secret] of rejected) {
    const { code, stdout, stderr } = await verify(content, args, secret);
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, message);
  }
  const replaced = await verify(document, ["--key", keyId], "another secret of the service, 32 characters");
  assert.equal(replaced.code, 0, "the key's id does not stand for a secret that was replaced");
});

Deno.test("on PostgreSQL the counters of the rate limit are erased too, the log is where the setting says, and a batch is deleted", async () => {
  await using folder = await temporaryFolder();
  await using server = await openPostgres();
  const url = await server.createDatabase();
  const environment = {
    TCK_DATABASE_URL: url,
    TCK_APP_URL: "https://app.example",
    TCK_RATE_LIMIT: "10/1h",
    TCK_RATE_LIMIT_URL: url,
    TCK_ERASURES_URL: `file://${join(folder.path, "kept apart")}`,
  };
  const data = ["--data", join(folder.path, "data")];
  const run = (args: string[], more: Record<string, string> = {}) =>
    runCommandHere([...args, ...data], { ...environment, ...more });
  const work = await buildWork(folder.path);
  for (const date of ["2026-01-30", "2026-01-31"]) {
    assert.equal((await run(commitArgs("ada", work, date))).code, 0);
  }
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`create table tck_rate_limits (key varchar(255) primary key, points integer, expire bigint)`;
    await client`insert into tck_rate_limits values ('rlflx:ada', 1, 1), ('rlflx:bob', 1, 1)`;
    const batch = ["batch", "delete", "--user", "ada", "--date", "2026-01-30", "--kind", "morning_brief"];
    assert.match((await run(batch)).stdout, /^deleted 20260130-morning-brief: 1 widgets, 1 revisions$/m);
    assert.equal((await run(batch)).code, 1, "a batch is deleted twice");

    const unsigned = await run(["user", "erase", "--user", "ada"]);
    assert.equal(unsigned.code, 1);
    assert.match(unsigned.stderr, /set TCK_AUTH_SECRET or TCK_INTERNAL_SECRET, which signs receipts/);
    assert.equal((await client`select from widgets`).length, 1, "what cannot be confirmed is begun");

    const erased = await run(["user", "erase", "--user", "ada"], { TCK_AUTH_SECRET: SECRET });
    const { receipt } = JSON.parse(erased.stdout);
    assert.deepEqual(receipt.erased.at(-1), { what: "rateLimits", count: 1, sha256: null });
    assert.deepEqual([...await client`select key from tck_rate_limits`], [{ key: "rlflx:bob" }]);
    const logged = JSON.parse(
      await readFile(join(folder.path, "kept apart", `${receipt.erasureId}.json`), "utf8"),
    );
    assert.equal(logged.user, receipt.user);
  } finally {
    await client.end();
  }
});

Deno.test("invalid arguments of user and batch are usage errors", async () => {
  const cases = [
    ["user"],
    ["user", "erase"],
    ["user", "delete", "--user", "ada"],
    ["user", "receipt"],
    ["user", "export", "--user", ""],
    ["batch", "remove", "--user", "ada", "--date", "2026-01-31", "--kind", "diary"],
    ["batch", "delete", "--user", "ada", "--date", "2026-02-31", "--kind", "diary"],
  ];
  for (const args of cases) assert.equal((await runCommandHere(args)).code, 2, args.join(" "));
});
