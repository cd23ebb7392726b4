// budget: 15 s: five servers
import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { until } from "../../waiting/mod.ts";
import { runCommandHere } from "./command_here.ts";
import {
  preparedFolder,
  runCommand,
  type RunningCommand,
  startCommand,
  temporaryFolder,
} from "./command_process.ts";
import { TEST_HOST } from "./test_host.ts";

const SAMPLE = fileURLToPath(new URL("../../../fixtures/projects/morning-brief", import.meta.url));

// claim: loopback-sign-in
Deno.test("serve has the batch of an earlier commit, also in a data folder with a very long path, commit and sweep run through its socket, and on another than a loopback address it signs nobody in without a token", async (t) => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "d".repeat(120), "data");
  const work = await buildWork(folder.path);
  assert.equal((await runCommandHere([...commitArgs(data), work])).code, 0);
  assert.equal((await stat(data)).mode & 0o777, 0o700);
  await using server = startCommand(["serve", "--host", "0.0.0.0", "--port", "0", "--data", data, "--json"]);
  const url = (await urlOf(server)).replace("0.0.0.0", "127.0.0.1");
  assert.equal((await readBatch(url, await token(data))).widgets.length, 6);

  await t.step(
    "while serve owns the data folder, commit and sweep run through the socket, and token works",
    async () => {
      const committed = await runCommandHere([...commitArgs(data), "--json", work]);
      assert.equal(committed.code, 0, committed.stderr);
      assert.equal(JSON.parse(committed.stdout).batchId, "20260131-morning-brief");
      assert.equal((await readBatch(url, await token(data))).widgets.length, 6);

      const swept = await runCommandHere(["sweep", "--dry-run", "--json", "--data", data]);
      assert.deepEqual([swept.code, JSON.parse(swept.stdout).steps], [0, []]);

      const failed = await runCommandHere([...commitArgs(data), "--json", join(folder.path, "nothing")]);
      assert.equal(failed.code, 1);
      assert.match(failed.stderr, /^error: /);
      assert.equal(
        (await readBatch(url, await token(data))).widgets.length,
        6,
        "a failed commit changed the batch",
      );

      await expectSampleFixtures(url);
      await untilDelivered(join(data, "notifications.jsonl"), `${url}/feed/20260131-morning-brief`);
    },
  );

  const response = await fetch(`${url}/login`, { redirect: "manual" });
  assert.deepEqual([response.status, response.headers.getSetCookie()], [200, []]);
  assert.match(await response.text(), /Access token/);
  const { code, stderr } = await server.stop("SIGINT");
  assert.deepEqual([code, stderr.trim().split("\n").at(-1)], [0, "stopped"]);
});

/** Without a folder of fixtures, `mock=true` serves the sample project to everybody, in its order. */
async function expectSampleFixtures(url: string): Promise<void> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}${path.includes("?") ? "&" : "?"}mock=true`);
    assert.equal(response.status, 200, path);
    return response;
  };
  const list: { batches: Batch[] } = await (await get("/api/daily-pages/v2/batches")).json();
  const [batch] = list.batches;
  assert.deepEqual(
    batch!.widgets.map(({ manifest }) => manifest["id"]),
    ["weather", "agenda", "reading-list", "habits", "note", "market"],
  );
  assert.deepEqual(await (await get(`/api/daily-pages/v2/batches/${batch!.batchId}`)).json(), batch);
  const { hash } = batch!.widgets[0]!.bundle;
  const module = new Uint8Array(await (await get(`/api/widgets/v1/${hash}/widget.mjs`)).arrayBuffer());
  assert.equal(await sha384Base64Url(module), hash);
  assert.match(await (await get("/embed/daily-page/v2")).text(), /data-mock="true"/);
}

/** Resolves when the notification log has a line with an address: the service polls the queue every two seconds. */
async function untilDelivered(log: string, address: string): Promise<void> {
  await until(`a notification with ${address}`, async () => {
    const lines = (await readFile(log, "utf8").catch(() => "")).split("\n").slice(0, -1);
    return lines.some((line) => JSON.parse(line).data.action.url === address);
  });
}

Deno.test("two simultaneous commits on one embedded data folder both succeed", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const [data, work] = [store.path, await buildWork(folder.path)];
  const results = await Promise.all([0, 1].map(() => runCommand([...commitArgs(data), "--json", work])));
  for (const { code, stderr } of results) assert.equal(code, 0, stderr);
  const replaced = results.map(({ stdout }) => JSON.parse(stdout).replaced).sort();
  assert.deepEqual(replaced, [0, 6]);
});

// claim: sign-out-at-once
Deno.test("the roles run as separate processes and find each other by their settings, and a session that is ended at one web process has ended at another one", async (t) => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const [data, work] = [store.path, await buildWork(folder.path)];
  const secret = "a secret that the processes share, 32 characters";
  const environment = { TCK_AUTH_SECRET: secret };
  const serve = (role: string, more: Record<string, string> = {}) =>
    startCommand(["serve", "--role", role, "--port", "0", "--data", data, "--json"], {
      ...environment,
      ...more,
    });
  await using storage = serve("storage");
  await using api = serve("public", { TCK_INTERNAL_URL: await urlOf(storage) });
  const cloud = { TCK_CLOUD_URL: await urlOf(api) };
  await using first = serve("web", cloud);
  await using second = serve("web", cloud);
  const [firstUrl, secondUrl] = [await urlOf(first), await urlOf(second)];

  await t.step(
    "a session that is ended at one web process has ended at another one, and lasts as long as its bearer",
    async () => {
      const token = await createSecretBearers(new TextEncoder().encode(secret), Date.now).issue("ada", 600);
      const signIn = await post(`${firstUrl}/login`, { token });
      const [cookie, ...attributes] = signIn.headers.getSetCookie()[0]!.split("; ");
      const maxAge = Number(attributes.find((text) => text.startsWith("Max-Age="))!.slice(8));
      assert.ok(maxAge > 0 && maxAge <= 600, `Max-Age is ${maxAge}`);
      const statuses = () =>
        Promise.all([firstUrl, secondUrl].map(async (url) => {
          const response = await fetch(`${url}/api/daily-pages/v2/batches`, { headers: { Cookie: cookie! } });
          await response.body?.cancel();
          return response.status;
        }));
      assert.deepEqual(await statuses(), [200, 200]);
      assert.equal((await post(`${secondUrl}/session/renew`, {}, cookie)).status, 200);
      assert.equal((await post(`${firstUrl}/logout`, {}, cookie)).status, 303);
      assert.deepEqual(await statuses(), [401, 401]);
      assert.equal((await post(`${secondUrl}/session/renew`, {}, cookie)).status, 401);
    },
  );

  await t.step("a module is served by the web role, and a batch only by the public API", async () => {
    assert.equal((await runCommandHere([...commitArgs(data), work], environment)).code, 0);

    const bearer = (await runCommandHere(["token", "--user", "ada", "--data", data], environment)).stdout
      .trim();
    const batch = await readBatch(await urlOf(api), bearer);
    const hash = batch.widgets[0]!.bundle.hash;
    const module = await fetch(`${firstUrl}/api/widgets/v1/${hash}/widget.mjs`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    assert.equal(module.status, 200);
    await module.body?.cancel();
    const elsewhere = await fetch(`${firstUrl}/v2/daily-pages`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    assert.equal(elsewhere.status, 404, "the web role also serves the public API");
    await elsewhere.body?.cancel();

    await api.stop();
    const gone = await fetch(`${firstUrl}/api/daily-pages/v2/batches`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    assert.deepEqual([gone.status, (await gone.json()).code], [502, "upstream.unavailable"]);
  });
});

/** Posts a form as a page of the same origin does. */
async function post(url: string, fields: Record<string, string>, cookie?: string): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { Origin: new URL(url).origin, ...(cookie === undefined ? {} : { Cookie: cookie }) },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await response.body?.cancel();
  return response;
}

Deno.test("a role that runs alone reports the missing setting", async () => {
  for (const [role, setting] of [["public", "TCK_INTERNAL_URL"], ["web", "TCK_CLOUD_URL"]] as const) {
    const { code, stderr } = await runCommandHere(["serve", "--role", role]);
    assert.deepEqual([code, stderr.includes(setting)], [1, true], stderr);
  }
});

Deno.test("a port that is in use is reported in one line, before anything is opened", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const holder = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response());
  try {
    const { code, stderr } = await runCommandHere([
      "serve",
      "--port",
      String(holder.addr.port),
      "--data",
      data,
    ]);
    assert.equal(code, 1);
    await assert.rejects(Deno.stat(data), Deno.errors.NotFound);
    assert.match(
      stderr,
      /^error: Cannot listen on 127\.0\.0\.1:\d+: the port is taken; choose another with --port$/m,
    );
  } finally {
    await holder.shutdown();
  }
});

/** Creates a folder like the sandbox: `widget-batch` with sources and built bundles. */
async function buildWork(folder: string): Promise<string> {
  const work = join(folder, "work");
  const project = join(work, "widget-batch");
  await cp(SAMPLE, project, { recursive: true });
  const names = (await readdir(join(project, "widgets"))).toSorted();
  const envelopes = await TEST_HOST.loadSampleBundles();
  assert.equal(envelopes.length, names.length);
  await mkdir(join(project, "dist"));
  for (const [index, name] of names.entries()) {
    await writeFile(join(project, "dist", `${name}.tckb`), envelopes[index]!);
  }
  return work;
}

function commitArgs(data: string): string[] {
  return [
    "commit",
    "--user",
    "ada",
    "--task",
    "t1",
    "--date",
    "2026-01-31",
    "--kind",
    "morning_brief",
    "--data",
    data,
  ];
}

async function token(data: string): Promise<string> {
  return (await runCommandHere(["token", "--user", "ada", "--data", data])).stdout.trim();
}

async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}

async function readBatch(url: string, bearer: string): Promise<Batch> {
  const response = await fetch(`${url}/v2/daily-pages/20260131-morning-brief`, {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  assert.equal(response.status, 200);
  return await response.json();
}
