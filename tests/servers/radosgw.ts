import { AwsClient } from "aws4fetch";
import { spawn } from "node:child_process";
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Credentials } from "../../hosts/objects/mod.ts";
import { until } from "../waiting/mod.ts";
import { findShared, type GatewayAddress } from "./find_shared.ts";
import { findFreePort } from "./free_port.ts";
import { hasPrograms, nameTestsOf, type TestName } from "./programs.ts";

/** An S3 service, Ceph's radosgw over one object server in memory, on loopback, that a test file makes its buckets in. */
export interface BucketServer extends GatewayAddress, AsyncDisposable {
  /** Creates an empty bucket. Returns its name. */
  createBucket(): Promise<string>;
  /** Gives the service back. */
  stop(): Promise<void>;
}

/** A throw-away S3 service of a test file's own. */
export interface RadosGateway extends BucketServer {
  /** Kills the gateway, but not the servers that store the objects. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

const PROGRAMS = ["ceph-authtool", "monmaptool", "ceph-mon", "ceph", "ceph-osd", "radosgw-admin", "radosgw"];

/** Debian's packages with them. */
const PACKAGES = "ceph-mon ceph-osd ceph-common radosgw";

/** Whether this machine can start it. If not, an ignored test says which program is missing. */
export function hasRadosGateway(): Promise<boolean> {
  return hasPrograms(PROGRAMS, "s3 is not tested", PACKAGES);
}

/** Names tests that need it. */
export function nameTestsOfRadosGateway(): Promise<TestName> {
  return nameTestsOf(PROGRAMS, PACKAGES);
}

/** Opens the S3 service that the tests of a run share, or starts one when there is no runner. It is not to be killed. */
export async function openRadosGateway(): Promise<BucketServer> {
  const address = await findShared("gateway");
  if (address === null) return await startRadosGateway();
  const stop = () => Promise.resolve();
  return { ...address, createBucket: () => createBucket(address), stop, [Symbol.asyncDispose]: stop };
}

/** Starts a monitor, an object server in memory and the gateway, which takes about ten seconds with Ceph 16. */
export async function startRadosGateway(): Promise<RadosGateway> {
  const folder = await mkdtemp(join(tmpdir(), "tck-radosgw-"));
  const running: Daemon[] = [];
  const stop = async (): Promise<void> => {
    // The gateway first: each daemon waits for those that it depends on.
    for (const daemon of running.splice(0).reverse()) await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const cluster = await describeCluster(folder);
    running.push(await startMonitor(cluster));
    running.push(await startObjectServer(cluster));
    const credentials = await createUser(cluster);
    const start = async () => void running.push(await startGateway(cluster));
    const kill = async () => await running.pop()?.stop();
    await start();
    const endpoint = `http://127.0.0.1:${cluster.gatewayPort}`;
    return {
      endpoint,
      credentials,
      createBucket: () => createBucket({ endpoint, credentials }),
      kill,
      start,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Cluster {
  readonly folder: string;
  readonly id: string;
  readonly monitor: string;
  readonly gatewayPort: number;
}

async function describeCluster(folder: string): Promise<Cluster> {
  await chmod(folder, 0o700);
  const [monitorPort, gatewayPort] = [await findFreePort(), await findFreePort()];
  const cluster = { folder, id: randomUUID(), monitor: `127.0.0.1:${monitorPort}`, gatewayPort };
  await mkdir(join(folder, "mon"));
  await mkdir(join(folder, "osd"));
  await writeFile(join(folder, "ceph.conf"), configuration(cluster));
  return cluster;
}

function configuration({ folder, id, monitor, gatewayPort }: Cluster): string {
  const path = (name: string) => join(folder, name);
  return `[global]
fsid = ${id}
mon host = v2:${monitor}
public network = 127.0.0.0/8
ms bind ipv6 = false
ms bind msgr1 = false
keyring = ${path("keyring")}
admin socket = ${path("$name.asok")}
run dir = ${folder}
crash dir = ${folder}
log file = ${path("$name.log")}
mon cluster log file = ${path("cluster.log")}
debug rgw = 1
mon data = ${path("mon")}
mon data avail crit = 0
mon data avail warn = 0
mon allow pool size one = true
osd data = ${path("osd")}
osd objectstore = memstore
memstore device bytes = 536870912
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd heartbeat grace = 3600
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw data = ${folder}
rgw enable usage log = false
`;
}

async function startMonitor(cluster: Cluster): Promise<Daemon> {
  const keyring = join(cluster.folder, "keyring");
  const map = join(cluster.folder, "monmap");
  const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];
  await run("ceph-authtool", ["--create-keyring", keyring, "--gen-key", "-n", "mon.", ...all]);
  for (const name of ["client.admin", "osd.0"]) {
    await run("ceph-authtool", [keyring, "--gen-key", "-n", name, ...all]);
  }
  await run("monmaptool", ["--create", "--addv", "a", `[v2:${cluster.monitor}]`, "--fsid", cluster.id, map]);
  const settings = ["-c", join(cluster.folder, "ceph.conf"), "-i", "a"];
  await run("ceph-mon", [...settings, "--mkfs", "--monmap", map, "--keyring", keyring]);
  return startDaemon("ceph-mon", settings);
}

async function startObjectServer(cluster: Cluster): Promise<Daemon> {
  const settings = ["-c", join(cluster.folder, "ceph.conf")];
  const id = randomUUID();
  // The command waits until the monitor answers.
  await run("ceph", [...settings, "osd", "new", id, "0"]);
  await run("ceph-osd", [...settings, "-i", "0", "--mkfs", "--osd-uuid", id]);
  return startDaemon("ceph-osd", [...settings, "-i", "0"]);
}

/** The command waits until the object server serves. */
async function createUser(cluster: Cluster): Promise<S3Credentials> {
  const credentials = { accessKeyId: "tck-test", secretAccessKey: randomBytes(20).toString("hex") };
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ["--access-key", accessKeyId, "--secret-key", secretAccessKey];
  const user = ["user", "create", "--uid", "tck", "--display-name", "tck", ...keys];
  await run("radosgw-admin", ["-c", join(cluster.folder, "ceph.conf"), ...user]);
  return credentials;
}

async function startGateway(cluster: Cluster): Promise<Daemon> {
  const daemon = startDaemon("radosgw", ["-c", join(cluster.folder, "ceph.conf"), "-n", "client.admin"]);
  const answers = () => fetch(`http://127.0.0.1:${cluster.gatewayPort}/`).then((response) => response.text());
  // The log of Debian's radosgw does not say when it is ready, so it is polled.
  await until("radosgw answers", async () => {
    daemon.throwIfEnded();
    return await answers().catch(() => null) !== null;
  });
  return daemon;
}

/** Creates a bucket under a name that no other test file uses. */
async function createBucket({ endpoint, credentials }: GatewayAddress): Promise<string> {
  const name = `bucket-${randomInt(2 ** 47)}`;
  const { accessKeyId, secretAccessKey } = credentials;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  const response = await client.fetch(`${endpoint}/${name}`, { method: "PUT" });
  const text = await response.text();
  if (!response.ok) throw new Error(`Cannot create bucket "${name}": ${response.status} ${text}`);
  return name;
}

interface Daemon {
  /** @throws {Error} with the end of its log, if it has exited */
  throwIfEnded(): void;
  stop(): Promise<void>;
}

/** Starts a daemon in the foreground; `-d` sends its log to standard error. */
function startDaemon(program: string, args: readonly string[]): Daemon {
  const child = spawn(program, ["-d", ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let log = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => log = (log + text).slice(-2000));
  return {
    throwIfEnded() {
      if (child.exitCode === null) return;
      throw new Error(`Cannot start ${program}: it exited at once: ${log}`);
    },
    async stop() {
      child.kill("SIGKILL"); // Its data is not needed any more, and an orderly shutdown takes seconds.
      await ended;
    },
  };
}

/** Runs a program to its end, asynchronously: a daemon blocks when its log is not read meanwhile. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: 60_000 });
  let errors = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => errors = (errors + text).slice(-2000));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`Cannot start radosgw: ${program} ended with ${status}: ${errors}`);
}
