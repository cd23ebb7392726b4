/**
 * What `serve` rejects, `serve --check` reports.
 */
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { findFreePort } from "../../servers/free_port.ts";
import { runCommandHere } from "./command_here.ts";
import { temporaryFolder } from "./command_process.ts";

interface Rejection {
  args?: readonly string[];
  environment?: Record<string, string>;
  /** Prepares the folder that has the data folder `data`. */
  prepare?: (folder: string) => Promise<void>;
  /** The part of `--check` that fails. */
  part: string;
  message: RegExp;
}

const KEY_SET = { TCK_AUTH_JWKS_URL: "https://login.invalid/jwks.json" };
const PUBLIC = { TCK_INTERNAL_URL: "http://127.0.0.1:1" };
const BUCKET = {
  TCK_APP_URL: "https://app.example",
  TCK_OBJECTS_URL: "s3://widgets?endpoint=http://127.0.0.1:1",
};

const REJECTIONS: { readonly [title: string]: Rejection } = {
  "the storage service with an identity provider and without the secret of the services": {
    args: ["--role", "storage"],
    environment: KEY_SET,
    part: "identity",
    message: /set TCK_INTERNAL_SECRET to the same 32 characters or more for both roles/,
  },
  "the public API with an identity provider and without the secret of the services": {
    args: ["--role", "public"],
    environment: { ...KEY_SET, ...PUBLIC },
    part: "identity",
    message: /set TCK_INTERNAL_SECRET to the same 32 characters or more for both roles/,
  },
  "a truncated secret in the data folder": {
    args: ["--role", "public"],
    environment: PUBLIC,
    prepare: async (folder) => {
      await Deno.mkdir(join(folder, "data"), { mode: 0o700 });
      await writeFile(join(folder, "data", "auth-secret"), "short");
    },
    part: "identity",
    message: /auth-secret": it is truncated/,
  },
  "a log of erasures that is neither a bucket nor a folder": {
    environment: { TCK_ERASURES_URL: "https://me:hunter2@erasures.example" },
    part: "erasures",
    message: /Cannot use TCK_ERASURES_URL: expected s3:/,
  },
  "a log of erasures below a file": {
    environment: { TCK_ERASURES_URL: "file:///dev/null/erasures" },
    part: "erasures",
    message: /ENOTDIR/,
  },
  "a bucket without credentials": {
    environment: BUCKET,
    part: "objects",
    message: /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  },
  "a data folder that is a file": {
    prepare: (folder) => writeFile(join(folder, "data"), ""),
    part: "data",
    message: /as the data folder: it is, or is below, a file; choose another with --data/,
  },
  "an address of another machine": {
    args: ["--host", "192.0.2.1"],
    part: "address",
    message: /Cannot listen on 192\.0\.2\.1:0: .*; choose an address of this machine with --host/,
  },
};

for (const [title, rejection] of Object.entries(REJECTIONS)) {
  Deno.test(`serve and serve --check both reject ${title}`, () => assertBothReject(rejection));
}

Deno.test("serve and serve --check both reject a taken port", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  try {
    const { port } = holder.address() as { port: number };
    const message = new RegExp(`Cannot listen on 127\\.0\\.0\\.1:${port}: the port is taken`);
    await assertBothReject({ args: ["--port", `${port}`], part: "address", message });
  } finally {
    holder.close();
  }
});

Deno.test({
  name: "serve and serve --check both reject a data folder where nobody can create one",
  ignore: process.platform !== "linux",
  fn: () =>
    assertBothReject({
      args: ["--data", "/proc/tck/data"],
      part: "data",
      message: /Cannot use "\/proc\/tck\/data" as the data folder: /,
    }),
});

async function assertBothReject(
  { args = [], environment, prepare, part, message }: Rejection,
): Promise<void> {
  await using folder = await temporaryFolder();
  await prepare?.(folder.path);
  const before = await readdir(folder.path, { recursive: true });
  const line = ["serve", "--port", "0", "--data", join(folder.path, "data"), "--json", ...args];

  const checked = await runCommandHere([...line, "--check"], environment);
  assert.equal(checked.code, 1, checked.stderr);
  const failed = JSON.parse(checked.stdout).checks.filter((one: { failure: string | null }) => one.failure);
  const failure = failed.find((one: { part: string }) => one.part === part)?.failure;
  assert.match(failure ?? `no failure of ${part}: ${checked.stdout}`, message);
  assert.deepEqual(await readdir(folder.path, { recursive: true }), before, "a check changes nothing");

  const served = await runCommandHere(line, environment);
  assert.deepEqual([served.code, served.stdout], [1, ""], served.stderr);
  assert.match(served.stderr, message);
  assert.doesNotMatch(checked.stdout + served.stderr, /hunter2/);
}

Deno.test("serve --check of the embedded default succeeds, and creates nothing", async () => {
  await using folder = await temporaryFolder();
  const [data, port] = [join(folder.path, "new", "data"), await findFreePort()];
  const erasures = pathToFileURL(join(folder.path, "erasures")).href;
  const { code, stdout } = await runCommandHere(
    ["serve", "--check", "--port", `${port}`, "--data", data],
    { TCK_ERASURES_URL: erasures },
  );
  assert.equal(code, 0, stdout);
  assert.match(stdout, new RegExp(`^ok   data: ${data}\nok   address: 127\\.0\\.0\\.1, port ${port}$`, "m"));
  assert.match(stdout, new RegExp(`^ok   erasures: ${erasures}$`, "m"));
  assert.deepEqual(await readdir(folder.path), []);
});
