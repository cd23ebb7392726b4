import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { findFreePort } from "./free_port.ts";
import { within } from "../waiting/mod.ts";

/** A PgBouncer in front of a PostgreSQL. */
export interface PgBouncer extends AsyncDisposable {
  /** The address of a database, through it. */
  readonly url: string;
}

/**
 * Starts Debian's PgBouncer in front of a database.
 *
 * @param mode `session` keeps a connection of the server for a client, `transaction` for a transaction
 */
export async function startPgBouncer(url: string, mode: "session" | "transaction"): Promise<PgBouncer> {
  const folder = await mkdtemp("/tmp/tck-pgbouncer-");
  const port = await findFreePort();
  const { hostname, port: behind } = new URL(url);
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(users, `"postgres" "postgres"\n"plain" "plain"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === "session" ? 40 : 4}
`,
  );
  for (const [path, bits] of [[folder, 0o755], [users, 0o644], [settings, 0o644]] as const) {
    await chmod(path, bits);
  }
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const server = spawn("/usr/sbin/pgbouncer", [...asUser, settings], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(server, "exit");
  const ready = Promise.withResolvers<void>();
  const seen: string[] = [];
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    seen.push(text);
    if (text.includes("process up")) ready.resolve();
  });
  void ended.then(() => ready.reject(new Error(`PgBouncer has ended: ${seen.join("")}`)));
  await within("PgBouncer is up", ready.promise);
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
