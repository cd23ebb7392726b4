import { ProblemError } from "../../core/problem/mod.ts";

/** Work that waits for its turn. */
interface Turn {
  readonly signal: AbortSignal;
  readonly start: () => void;
}

/** For how many users the last turn is remembered. A user who is not remembered is first. */
const MAX_KNOWN_USERS = 10_000;

/**
 * Runs a few pieces of work at a time, at most all but one of them for the same user. The next turn goes to the user
 * whose last turn was the longest ago: a user waits at most for what is running and one turn of each waiting user.
 * Work whose client has left before its turn is not done.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #waiting = new Map<string, Turn[]>();
  /** The users who had a turn, the earliest first. */
  readonly #served = new Set<string>();
  /** How many pieces of work of each user run. */
  readonly #running = new Map<string, number>();

  /** @param atOnce how many pieces of work run at a time */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Runs work when it is its turn.
   *
   * @param signal aborted when the client has left
   * @throws {ProblemError} `request.cancelled` when the client leaves before; and what the work throws
   */
  async run<Result>(user: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#waitForTurn(user, signal);
    try {
      return await work();
    } finally {
      this.#addRunning(user, -1);
      this.#startNext();
    }
  }

  async #waitForTurn(user: string, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const leave = () => turn.reject(new ProblemError("request.cancelled", "The client closed the request"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    const waiting = this.#waiting.get(user) ?? [];
    waiting.push({ signal, start: turn.resolve });
    this.#waiting.set(user, waiting);
    this.#startNext();
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  #startNext(): void {
    while (this.#waiting.size > 0 && this.#countRunning() < this.#atOnce) {
      const user = this.#findNextUser();
      if (user === undefined) return;
      const turn = this.#takeTurn(user);
      if (turn === undefined) continue;
      this.#addRunning(user, 1);
      this.#markServed(user);
      turn.start();
    }
  }

  #countRunning(): number {
    return this.#running.values().reduce((sum, count) => sum + count, 0);
  }

  #addRunning(user: string, change: 1 | -1): void {
    const count = (this.#running.get(user) ?? 0) + change;
    if (count === 0) this.#running.delete(user);
    else this.#running.set(user, count);
  }

  /** The next user who may have a turn: one who had none yet, or else the one whose turn was the longest ago. */
  #findNextUser(): string | undefined {
    const most = Math.max(1, this.#atOnce - 1);
    const may = (user: string) => this.#waiting.has(user) && (this.#running.get(user) ?? 0) < most;
    for (const user of this.#waiting.keys()) if (!this.#served.has(user) && may(user)) return user;
    return this.#served.values().find(may);
  }

  /** The first piece of work of a user whose client has not left. */
  #takeTurn(user: string): Turn | undefined {
    const waiting = this.#waiting.get(user)!;
    const first = waiting.findIndex(({ signal }) => !signal.aborted);
    const turn = waiting[first];
    waiting.splice(0, turn === undefined ? waiting.length : first + 1);
    if (waiting.length === 0) this.#waiting.delete(user);
    return turn;
  }

  #markServed(user: string): void {
    this.#served.delete(user);
    this.#served.add(user);
    if (this.#served.size > MAX_KNOWN_USERS) this.#served.delete(this.#served.values().next().value!);
  }
}
