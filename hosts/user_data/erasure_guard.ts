import type { DatabaseServer } from "../postgres/mod.ts";

/** Keeps what was erased from being read after the database was set back to before the erasure. */
export interface ErasureGuard {
  /** Waits until the erasures are replayed on the server as it is now. */
  ready(): Promise<void>;
  /** Reads, and reads again if the server was set back meanwhile. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Replays the erasures, whatever is known of the server. */
  replay(): Promise<void>;
}

/**
 * Creates the guard of a process. A server that was promoted or set back is brought to this version's schema, and the
 * erasures are replayed on it, before anybody reads; a read fails if that does.
 *
 * @param replayAll repeats the erasures that the log has and the database does not
 */
export function createErasureGuard(server: DatabaseServer, replayAll: () => Promise<unknown>): ErasureGuard {
  let replayed: number | null = null;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    for (;;) {
      const { generation } = server;
      if (replayed !== null && replayed !== generation) await server.migrate();
      await replayAll();
      replayed = generation;
      if (server.generation === generation) return;
    }
  };
  const replay = (): Promise<void> => running ??= run().finally(() => running = null);
  const ready = async (): Promise<void> => {
    while (replayed !== server.generation) await replay();
  };
  return {
    replay,
    ready,
    async read(work) {
      for (;;) {
        await ready();
        const { generation } = server;
        const result = await work();
        if (server.generation === generation) return result;
      }
    },
  };
}
