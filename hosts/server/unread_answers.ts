import type { ServerResponse } from "node:http";

/** What clients may leave unread. */
export interface UnreadLimits {
  /** How long a client may take nothing of what is written for it, in milliseconds, besides the time by the rate. */
  readonly stall: number;
  /** The slowest client, in bytes per second: only when all of what is written at once was taken, the runtimes report it. */
  readonly rate: number;
  /** How many bytes all connections of a server may have that are written and not taken by their clients. */
  readonly bytes: number;
}

/** How long a client may read nothing, in milliseconds, besides a second for each 32 KiB that wait for it. */
const MAX_STALL_MS = 30_000;

/** How many bytes may wait for all clients of a server (64 MiB). With more, connections are closed. */
const MAX_UNREAD_BYTES: number = 64 * 1024 * 1024;

/** What has waited for less than this, in milliseconds, may be on its way to a client that reads. */
const LEAST_WAIT_MS = 100;

/** The limits of every listener. */
export const UNREAD_LIMITS: UnreadLimits = { stall: MAX_STALL_MS, rate: 32 * 1024, bytes: MAX_UNREAD_BYTES };

/** How often what waits is counted, in milliseconds, and at most with each request. */
const INTERVAL_MS = 1_000;
const LEAST_INTERVAL_MS = 20;

/** What waits for a client since it has taken something last. */
interface Waiting {
  bytes: number;
  since: number;
}

/**
 * Closes the connections of clients that do not read what they have asked for: one that has taken nothing for too long, and,
 * when too much waits for all of them, that of the address for which most waits which has taken nothing for the longest time.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #waiting = new Map<ServerResponse, Waiting>();
  #counted = -Infinity;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#count(), Math.min(INTERVAL_MS, limits.stall / 4));
  }

  /** Watches a response until it is closed. */
  add(outgoing: ServerResponse): void {
    this.#waiting.set(outgoing, { bytes: 0, since: performance.now() });
    outgoing.on("close", () => this.#waiting.delete(outgoing));
    if (performance.now() - this.#counted >= LEAST_INTERVAL_MS) this.#count();
  }

  /** Ends watching. */
  end(): void {
    clearInterval(this.#timer);
  }

  #count(): void {
    const now = this.#counted = performance.now();
    const { stall, rate, bytes: most } = this.#limits;
    let sum = 0;
    for (const [outgoing, waiting] of this.#waiting) {
      const bytes = outgoing.writableLength;
      // Less waits when the client has taken something, and more when it has taken all that was there before.
      if (bytes !== waiting.bytes) Object.assign(waiting, { bytes, since: now });
      const patience = stall + bytes / rate * 1_000;
      if (bytes > 0 && now - waiting.since > patience) this.#close(outgoing);
      else sum += bytes;
    }
    if (sum > most) this.#closeOf(sum - most);
  }

  /** Closes connections for which together so many bytes wait. */
  #closeOf(bytes: number): void {
    const byAddress = Map.groupBy(this.#waiting, ([{ socket }]) => socket?.remoteAddress);
    const sums = [...byAddress.values()].map((answers) => ({
      sum: answers.reduce((sum, [, waiting]) => sum + waiting.bytes, 0),
      answers: answers.filter(([, { bytes, since }]) => bytes > 0 && this.#counted - since >= LEAST_WAIT_MS)
        .sort(([, a], [, b]) => a.since - b.since),
    }));
    while (bytes > 0) {
      const closable = sums.filter(({ answers }) => answers.length > 0);
      if (closable.length === 0) return;
      const most = closable.reduce((a, b) => a.sum >= b.sum ? a : b);
      const next = most.answers.shift()!;
      const [outgoing, waiting] = next;
      this.#close(outgoing);
      most.sum -= waiting.bytes;
      bytes -= waiting.bytes;
    }
  }

  #close(outgoing: ServerResponse): void {
    this.#waiting.delete(outgoing);
    outgoing.destroy();
  }
}
