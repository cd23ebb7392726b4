import { isLossReport, type LossReport, takesLoss } from "./outage.ts";

/** The name of the channel and of the lock that the feeds of an origin share. */
const NAME = "tck:frames";

/** How long a feed waits for the losses of others, in milliseconds: they ask their frames first, and remove them. */
const GATHER_MS = 2_000;

/** The losses of this time are one, in milliseconds. */
const OUTAGE_MS = 5_000;

/** How long a feed waits for the search of another one, in milliseconds. */
const WAIT_MS = 60_000;

/** How long a search keeps others waiting, in milliseconds, such as in a page that was moved to the background meanwhile. */
const TURN_MS = 60_000;

interface NeighboursDependencies {
  /** Called when another feed has lost its frame. */
  readonly onLost: () => void;
  /** Called when another feed has given up. */
  readonly onGivenUp: () => void;
}

type Message = { readonly type: "lost"; readonly report: LossReport } | { readonly type: "given-up" };

/**
 * The other feeds of the origin, in this page and in others. Chromium runs the sandboxed frames of a site in one process: a loop
 * in one of them stops all, and the process ends with its last frame. Feeds therefore remove frames that do not respond
 * together, and the one whose loss it is searches alone. Without a secure context, which the Web Locks API needs, they do not
 * wait for its search.
 */
export class Neighbours {
  readonly #channel = new BroadcastChannel(NAME);
  readonly #feed = String(Math.random());
  #reports: { readonly report: LossReport; readonly at: number }[] = [];
  #endTurn: (() => void) | null = null;
  #isEnded = false;

  /** @param dependencies callbacks */
  constructor({ onLost, onGivenUp }: NeighboursDependencies) {
    this.#channel.addEventListener("message", ({ data }) => {
      const message = readMessage(data);
      if (message?.type === "given-up") onGivenUp();
      if (message?.type !== "lost") return;
      this.#reports.push({ report: message.report, at: performance.now() });
      onLost();
    });
  }

  /** Whether this feed searches, and the others wait. */
  get hasTurn(): boolean {
    return this.#endTurn !== null;
  }

  /** Tells the others of a loss, when the frame is removed, and waits for theirs. Returns whether it is this feed's own. */
  async lose(loss: Pick<LossReport, "losses" | "ranAt">): Promise<boolean> {
    const own: LossReport = { ...loss, feed: this.#feed, hasTurn: this.hasTurn };
    this.#post({ type: "lost", report: own });
    await wait(GATHER_MS);
    const since = performance.now() - OUTAGE_MS;
    const others = this.#reports.filter(({ at }) => at > since).map(({ report }) => report);
    this.#reports = [];
    if (takesLoss(own, others)) return true;
    this.endTurn();
    // The one whose loss it is may have noticed it later.
    await wait(GATHER_MS);
    return false;
  }

  /** Resolves when no other feed searches. The feed whose loss it is then has the turn, until it ends it. */
  async takeTurn(isOwn: boolean): Promise<void> {
    if (this.hasTurn || this.#isEnded) return;
    const { locks } = navigator as { readonly locks?: LockManager };
    const granted = Promise.withResolvers<void>();
    const options = { mode: isOwn ? "exclusive" : "shared", signal: AbortSignal.timeout(WAIT_MS) } as const;
    locks?.request(NAME, options, () => {
      granted.resolve();
      return isOwn ? this.#holdTurn() : undefined;
    }).catch(granted.resolve);
    if (locks !== undefined) await granted.promise;
  }

  /** Lets the others open their frames: this one's has survived, or there is none any more. */
  endTurn(): void {
    this.#endTurn?.();
  }

  /** Tells the others that this feed opens no frame any more. */
  giveUp(): void {
    this.endTurn();
    this.#post({ type: "given-up" });
  }

  /** Ends what is shared with the others. */
  end(): void {
    this.#isEnded = true;
    this.endTurn();
    this.#channel.close();
  }

  #post(message: Message): void {
    if (!this.#isEnded) this.#channel.postMessage(message);
  }

  async #holdTurn(): Promise<void> {
    if (this.#isEnded) return;
    const ended = Promise.withResolvers<void>();
    this.#endTurn = ended.resolve;
    const timer = setTimeout(ended.resolve, TURN_MS);
    await ended.promise;
    clearTimeout(timer);
    this.#endTurn = null;
  }
}

/** Reads a message; null for any other, which every page of the origin can send. */
function readMessage(data: unknown): Message | null {
  const { type, report } = (data ?? {}) as { type?: unknown; report?: unknown };
  if (type === "lost" && isLossReport(report)) return { type, report };
  return type === "given-up" ? { type } : null;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
