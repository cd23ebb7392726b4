import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { startPostgres } from "../../servers/postgres.ts";
import { until } from "../../waiting/mod.ts";
import { startCommand, temporaryFolder } from "../cli/command_process.ts";
import { makeEnvelope } from "../routes/envelopes.ts";
import { startVerifiedLoad, type VerifiedRequest } from "./verified_load.ts";

const SECRET = "a secret that the processes share, 32 characters";

/** Text that hardly shrinks. */
function writeNoise(length: number): string {
  const words = Array.from({ length: length / 7 }, (_, index) => Math.imul(index, 2654435761) >>> 0);
  return words.map((word) => word.toString(36)).join("").slice(0, length);
}

/** Commits a batch of one widget, and returns requests for what clients read of it. */
async function commitWidget(folder: string, url: string): Promise<VerifiedRequest[]> {
  const { bytes, hash } = await makeEnvelope({ module: `export default "${writeNoise(300_000)}";` });
  const dist = join(folder, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_widget.tckb"), bytes);
  await using database = await openDatabase({ url, dataDir: folder });
  const objects = await createFileObjectStore(join(folder, "objects"));
  const deps = { database, objects, clock: systemClock, createId: () => crypto.randomUUID(), log: () => {} };
  const target = { userId: "ada", taskId: "t", localDate: "2026-03-01", kind: "morning_brief" } as const;
  await commitBatch({ ...deps, appUrl: "https://pages.example.com" }, { ...target, directory: folder });
  const isEnvelope = (body: Uint8Array) =>
    body.length === bytes.length && body.every((byte, at) => byte === bytes[at]);
  const hasHash = (body: Uint8Array) => new TextDecoder().decode(body).includes(hash);
  return [
    { path: "/v2/daily-pages", isRight: hasHash },
    { path: "/v2/daily-pages/20260301-morning-brief", isRight: hasHash },
    { path: `/v2/daily-pages/bundles/${hash}.tckb`, isRight: isEnvelope },
    {
      path: `/api/widgets/v1/${hash}/widget.mjs`,
      isRight: async (body) => await sha384Base64Url(body as Uint8Array<ArrayBuffer>) === hash,
    },
  ];
}

/** How many files and sockets a process has open. */
async function countDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Opens connections that send nothing, or a request whose response they never read. */
async function openSockets(url: string, count: number, text = ""): Promise<Socket[]> {
  const { port } = new URL(url);
  return await Promise.all(Array.from({ length: count }, async () => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.pause();
    if (text !== "") socket.write(text);
    return socket;
  }));
}

Deno.test({
  name:
    "under load, with 1,000 idle sockets and slow readers, PostgreSQL is killed and started: no wrong 200, no leak, no restart",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using postgres = await startPostgres({ fsync: false });
    await using folder = await temporaryFolder();
    const settings = {
      TCK_AUTH_SECRET: SECRET,
      TCK_DATABASE_URL: await postgres.createDatabase(),
      TCK_APP_URL: "https://pages.example.com",
    };
    const requests = await commitWidget(folder.path, settings.TCK_DATABASE_URL);
    await using server = startCommand(["serve", "--port", "0", "--json", "--data", folder.path], settings);
    const { url } = JSON.parse((await server.printed(/^\{.*\}$/m))[0]);
    const bearer = await createSecretBearers(new TextEncoder().encode(SECRET), Date.now).issue("ada", 3600);
    const load = startVerifiedLoad(url, { Authorization: `Bearer ${bearer}` }, requests);
    await load.waitFor(200, 50);
    const before = await countDescriptors(server.pid);

    const idle = await openSockets(url, 1_000);
    const request = `GET ${
      requests[2]!.path
    } HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n\r\n`;
    const slow = await openSockets(url, 20, request.repeat(10));
    await load.waitFor(200, 50);
    await postgres.kill();
    await load.waitFor(503, 20);
    await postgres.start();
    await load.waitFor(200, 50);
    for (const socket of [...idle, ...slow]) socket.destroy();
    await until("the sockets are closed", async () => await countDescriptors(server.pid) <= before + 20);

    const { stderr } = await server.stop("SIGTERM");
    await load.stop();
    assert.deepEqual(load.outcome.wrong, []);
    assert.doesNotMatch(stderr, /Bearer|eyJ/);
  },
});
