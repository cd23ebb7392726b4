import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limitTime, systemClock } from "../time/mod.ts";

/** The patience is spent in parts, so that a process that was busy still has a part to read what has arrived. */
const PARTS = 10;

/** The connections of a server, and the responses whose requests have arrived and that have not been sent. */
export class PendingResponses {
  readonly #connections = new Set<Socket>();
  readonly #pending = new Set<ServerResponse>();
  #isEnding = false;
  #changed = Promise.withResolvers<void>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#connections.add(socket);
      socket.on("close", () => {
        this.#connections.delete(socket);
        // A response that waits for an earlier one of its connection is not closed with the connection.
        for (const outgoing of this.#pending) {
          if (outgoing.req.socket === socket) this.#pending.delete(outgoing);
        }
        this.#report();
      });
    });
  }

  /** Counts a response until it is closed. */
  add(outgoing: ServerResponse): void {
    if (this.#isEnding) closeConnection(outgoing);
    this.#pending.add(outgoing);
    outgoing.on("close", () => {
      this.#pending.delete(outgoing);
      this.#report();
    });
  }

  /**
   * From now on each response is sent with `Connection: close`, and its connection ends after it. Waits until no response
   * is left, including those that are added meanwhile.
   *
   * @param limit how long to wait at most, in milliseconds
   * @param patience how long to wait for a last request on each connection: a client that has just sent one would otherwise
   * get no response
   */
  async end(limit: number, patience: number): Promise<void> {
    this.#isEnding = true;
    for (const outgoing of this.#pending) closeConnection(outgoing);
    for (let part = 0; part < PARTS; part++) {
      await this.#waitUntil(() => this.#connections.size === 0, Math.min(limit, patience) / PARTS);
    }
    await this.#waitUntil(() => this.#pending.size === 0, limit);
  }

  async #waitUntil(isReached: () => boolean, limit: number): Promise<void> {
    await limitTime(systemClock, limit, async (signal) => {
      while (!isReached() && !signal.aborted) await this.#changed.promise;
    }).catch(() => {});
  }

  #report(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

function closeConnection(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
}
