import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { withSocketPath } from "../../../terminal/files/mod.ts";

/**
 * Listens on a socket beside a lock file while a process has the lock. The system ends it with the process, and processes
 * of every container of the machine that has the folder can reach it.
 *
 * @returns a function that stops listening and removes the socket
 */
export async function listenAsHolder(folder: string, token: string): Promise<() => Promise<void>> {
  const server = createServer((connection) => connection.destroy());
  await withSocketPath(folder, socketFile(token), (path) =>
    new Promise<void>((resolve) => {
      // On a file system without sockets, the holder is known by its process id only.
      server.on("error", () => resolve());
      server.listen(path, resolve);
    }));
  server.unref();
  return async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await removeSocket(folder, token);
  };
}

/** Determines whether a process listens on the socket of a lock. Yes if that cannot be seen. */
export async function hasListener(folder: string, token: string): Promise<boolean> {
  return await withSocketPath(folder, socketFile(token), (path) =>
    new Promise((resolve) => {
      const connection = connect(path, () => {
        connection.destroy();
        resolve(true);
      });
      connection.on("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED"));
    }));
}

/** Removes the socket of a lock whose process has ended. */
export async function removeSocket(folder: string, token: string): Promise<void> {
  await rm(join(folder, socketFile(token)), { force: true });
}

function socketFile(token: string): string {
  return `database.lock-${token}.sock`;
}
