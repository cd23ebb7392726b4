import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limitTime, systemClock } from "../time/mod.ts";

/** The responses of a server whose requests have arrived and that have not been sent. */
export class PendingResponses {
  readonly #pending = new Set<ServerResponse>();
  readonly #settled = Promise.withResolvers<void>();
  #isEnding = false;

  constructor(server: Server) {
    // A response that waits for an earlier one of its connection is not closed with the connection.
    server.on("connection", (socket: Socket) => {
      socket.on("close", () => {
        for (const outgoing of this.#pending) if (outgoing.req.socket === socket) this.#remove(outgoing);
      });
    });
  }

  /** Counts a response until it is closed. */
  add(outgoing: ServerResponse): void {
    if (this.#isEnding) closeConnection(outgoing);
    this.#pending.add(outgoing);
    outgoing.on("close", () => this.#remove(outgoing));
  }

  /**
   * Waits until no response is left, including those that are added meanwhile. Each is sent with `Connection: close`, so
   * that its client does not use the connection again.
   *
   * @param limit how long to wait at most, in milliseconds
   */
  async end(limit: number): Promise<void> {
    this.#isEnding = true;
    for (const outgoing of this.#pending) closeConnection(outgoing);
    this.#settle();
    await limitTime(systemClock, limit, () => this.#settled.promise).catch(() => {});
  }

  #remove(outgoing: ServerResponse): void {
    this.#pending.delete(outgoing);
    this.#settle();
  }

  #settle(): void {
    if (this.#isEnding && this.#pending.size === 0) this.#settled.resolve();
  }
}

function closeConnection(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
}
