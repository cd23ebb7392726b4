// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * Faults under load: `serve` on PostgreSQL and, where Ceph is installed, on S3, while clients read and check every
 * response. For each fault it prints the responses by status, those that are wrong, the time until requests succeed
 * again, and the descriptors and memory of the process.
 */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { createSecretBearers } from "../../../hosts/auth/mod.ts";
import { startVerifiedLoad, type VerifiedRequest } from "../../hosts/operations/verified_load.ts";
import { startFaultyGateway } from "../../servers/faulty_gateway.ts";
import { startPostgres } from "../../servers/postgres.ts";
import { hasRadosGateway, startRadosGateway } from "../../servers/radosgw.ts";
import { type Contender, startDeno } from "./contender.ts";
import { readMemory } from "./load.ts";

const SECRET = "the secret of a benchmark, 32 or more";
const MAIN = fileURLToPath(new URL("../../../hosts/deno/main.ts", import.meta.url));
const FAULT_MS = Deno.env.get("TCK_BENCH_QUICK") === "1" ? 2_000 : 10_000;

const folder = await mkdtemp(join(tmpdir(), "tck-bench-faults-"));
const issuer = createSecretBearers(new TextEncoder().encode(SECRET), Date.now);
const authorization = { Authorization: `Bearer ${await issuer.issue("ada", 86_400)}` };
try {
  await using postgres = await startPostgres();
  await using gateway = await hasRadosGateway() ? await startRadosGateway() : null;
  await using s3 = gateway && await startFaultyGateway(gateway.endpoint);
  const settings: Record<string, string> = {
    TCK_AUTH_SECRET: SECRET,
    TCK_APP_URL: "https://app.example",
    TCK_DATABASE_URL: await postgres.createDatabase(),
  };
  if (gateway !== null && s3 !== null) {
    settings["TCK_OBJECTS_URL"] = `s3://${await gateway.createBucket()}?endpoint=${s3.endpoint}`;
    settings["AWS_ACCESS_KEY_ID"] = gateway.credentials.accessKeyId;
    settings["AWS_SECRET_ACCESS_KEY"] = gateway.credentials.secretAccessKey;
  }
  const requests = await commitWidget(settings);
  const service = await startDeno(
    [MAIN, "serve", "--json", "--port", "0", "--data", folder],
    settings,
    "ignore",
  );
  const observe = (name: string, fault: () => Promise<() => Promise<void>>) =>
    observeFault(service, requests, name, fault);
  await observe("PostgreSQL stopped and started", async () => {
    await postgres.kill();
    return () => postgres.start();
  });
  if (s3 === null) console.log("S3 stalled: not measured, Ceph is not installed");
  else {
    await observe("S3 stalled", () => {
      s3.faults.push(...Array.from({ length: 100_000 }, () => "stall" as const));
      return Promise.resolve(() => Promise.resolve(void s3.faults.splice(0)));
    });
  }
  await observe("1,000 idle sockets", async () => {
    const sockets = await openSockets(service.url, 1_000, "");
    return () => closeSockets(sockets);
  });
  await observe("100 readers that read nothing, of 1,000 envelopes of 0.7 MB", async () => {
    const { Authorization } = authorization;
    const request = `GET ${requests[2]!.path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${Authorization}\r\n\r\n`;
    const sockets = await openSockets(service.url, 100, request.repeat(10));
    return () => closeSockets(sockets);
  });
  await observeDribble(requests[2]!.path);
  await observeEnd(service, requests);
} finally {
  await rm(folder, { recursive: true });
}

/** Text that hardly shrinks. */
function writeNoise(length: number): string {
  const words = Array.from({ length: length / 7 }, (_, index) => Math.imul(index, 2654435761) >>> 0);
  return words.map((word) => word.toString(36)).join("").slice(0, length);
}

/** Commits a batch with one module of 1 MB, by a process of its own. */
async function commitWidget(settings: Record<string, string>): Promise<VerifiedRequest[]> {
  const module = new TextEncoder().encode(`export default "${writeNoise(1_000_000)}";`);
  const manifest = { id: "widget", title: "Widget", cardType: "feed", sizes: ["fill-auto"] };
  const [envelope, hash] = [await writeTckb({ module, manifest }), await sha384Base64Url(module)];
  const dist = join(folder, "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "001_widget.tckb"), envelope);
  const target = ["--user", "ada", "--task", "t", "--date", "2026-03-01", "--kind", "morning_brief"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", MAIN, "commit", "--data", folder, ...target, folder],
    env: settings,
  }).output();
  if (code !== 0) throw new Error(`Cannot commit: ${new TextDecoder().decode(stderr)}`);
  const hasHash = (body: Uint8Array) => new TextDecoder().decode(body).includes(hash);
  const isEnvelope = (body: Uint8Array) => Buffer.compare(body, envelope) === 0;
  const isModule = async (body: Uint8Array) =>
    await sha384Base64Url(body as Uint8Array<ArrayBuffer>) === hash;
  return [
    { path: "/v2/daily-pages", isRight: hasHash },
    { path: "/v2/daily-pages/20260301-morning-brief", isRight: hasHash },
    { path: `/v2/daily-pages/bundles/${hash}.tckb`, isRight: isEnvelope },
    { path: `/api/widgets/v1/${hash}/widget.mjs`, isRight: isModule },
  ];
}

/** @param fault causes the fault, and returns what ends it */
async function observeFault(
  { url, pid }: Contender,
  requests: readonly VerifiedRequest[],
  name: string,
  fault: () => Promise<() => Promise<void>>,
): Promise<void> {
  const load = startVerifiedLoad(url, authorization, requests, 16);
  await load.waitFor(200, 200);
  const before = `${await countDescriptors(pid)} descriptors, ${await readMemory(pid)} MiB`;
  const end = await fault();
  await sleep(FAULT_MS);
  const during = `${await countDescriptors(pid)} descriptors, ${await readMemory(pid)} MiB`;
  await end();
  const ended = performance.now();
  const seconds = await waitForRecovery(url, requests) - ended;
  await load.waitFor(200, 200);
  await load.stop();
  await sleep(6_000); // Longer than an idle connection is kept.
  const after = `${await countDescriptors(pid)} descriptors, ${await readMemory(pid)} MiB`;
  console.log(`\n${name}, for ${FAULT_MS / 1000} s
  responses ${
    JSON.stringify(load.outcome.statuses)
  }, cut off ${load.outcome.broken}, wrong ${load.outcome.wrong.length}
  every route answered 200 again after ${(seconds / 1000).toFixed(1)} s
  before: ${before}; during: ${during}; after: ${after}`);
}

/** When every request has been answered with 200. */
async function waitForRecovery(url: string, requests: readonly VerifiedRequest[]): Promise<number> {
  for (const { path } of requests) {
    while ((await fetch(url + path, { headers: authorization }).then(readStatus, () => 0)) !== 200) {
      await sleep(20);
    }
  }
  return performance.now();
}

async function readStatus(response: Response): Promise<number> {
  await response.bytes();
  return response.status;
}

/** A public API whose storage service sends a byte each second. */
async function observeDribble(path: string): Promise<void> {
  const storage = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": 100_000 });
    const timer = setInterval(() => response.write("a"), 1_000);
    response.on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  await once(storage, "listening");
  const { port } = storage.address() as AddressInfo;
  const settings = { TCK_AUTH_SECRET: SECRET, TCK_INTERNAL_URL: `http://127.0.0.1:${port}` };
  const args = [MAIN, "serve", "--role", "public", "--json", "--port", "0", "--data", join(folder, "public")];
  await using service = await startDeno(args, settings, "ignore");
  const started = performance.now();
  const outcomes = await Promise.all(Array.from({ length: 100 }, async () => {
    const response = await fetch(service.url + path, { headers: authorization });
    return await response.bytes().then(() => "complete", () => "cut off");
  }));
  storage.closeAllConnections();
  storage.close();
  const count = outcomes.filter((outcome) => outcome === "cut off").length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\nStorage service that sends a byte a second: ${count} of 100 responses cut off after ${seconds} s`,
  );
}

/** SIGTERM under load. */
async function observeEnd(service: Contender, requests: readonly VerifiedRequest[]): Promise<void> {
  const load = startVerifiedLoad(service.url, authorization, requests, 16);
  await load.waitFor(200, 500);
  const [before, started] = [{ ...load.outcome }, performance.now()];
  await service[Symbol.asyncDispose]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { statuses, wrong } = load.outcome;
  await load.stop();
  const cutOff = before.broken;
  console.log(`\nSIGTERM: the process ended after ${seconds} s
  responses ${JSON.stringify(statuses)}, cut off before its end ${cutOff}, wrong ${wrong.length}`);
}

async function openSockets(url: string, count: number, text: string): Promise<Socket[]> {
  return await Promise.all(Array.from({ length: count }, async () => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.pause();
    if (text !== "") socket.write(text);
    return socket;
  }));
}

function closeSockets(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return Promise.resolve();
}

async function countDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
