import type { ServerResponse } from "node:http";

/** Limits of what clients leave unread. */
export interface UnreadLimits {
  /**
   * How long a client may read nothing of what is written for it, in milliseconds, besides the time that the rate
   * allows.
   */
  readonly stall: number;
  /** The rate of the slowest client, in bytes per second. The runtimes report a write only once all of it was read. */
  readonly rate: number;
  /** How many bytes may be written and not yet read, over all connections of a server. */
  readonly bytes: number;
}

/** How long a client may read nothing, in milliseconds, besides a second for each 32 KiB that wait for it. */
const MAX_STALL_MS = 30_000;

/** How many bytes may wait for all clients of a server (64 MiB). With more, connections are closed. */
const MAX_UNREAD_BYTES: number = 64 * 1024 * 1024;

/** Bytes that have waited for less, in milliseconds, may be on their way to a client that reads. */
const LEAST_WAIT_MS = 100;

/** The limits of every listener. */
export const UNREAD_LIMITS: UnreadLimits = { stall: MAX_STALL_MS, rate: 32 * 1024, bytes: MAX_UNREAD_BYTES };

/** How often the waiting bytes are counted, in milliseconds: regularly, and at most with each request. */
const INTERVAL_MS = 1_000;
const LEAST_INTERVAL_MS = 20;

/** The bytes that wait for a client since its last read. */
interface Waiting {
  bytes: number;
  since: number;
}

/**
 * Closes the connections of clients that do not read what they have asked for: one whose client has read nothing for
 * too long; and, when too many bytes wait in total, of the address with the most waiting bytes, the one that has read
 * nothing for the longest time.
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

  /** Closes connections until `bytes` fewer wait. */
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
