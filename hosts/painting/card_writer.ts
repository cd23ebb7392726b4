import { clearTimeout, setTimeout } from "node:timers";
import { Worker } from "node:worker_threads";
import type { CardContent, CardReader, CardSource } from "../../web/canvas/paint/mod.ts";
import type { CardWriter } from "../routes/mod.ts";
import { FairTurns, limitTime, systemClock } from "../time/mod.ts";
import type { WritingReply, WritingRequest } from "./writing_thread.ts";

/** How long a card may take, in milliseconds. Then its thread is ended, and it has no markup this time. */
const MAX_WRITING_MS = 2_000;

/** How long a thread may take to start and to write its first card, in milliseconds. */
const MAX_START_MS = 10_000;

/** How many cards may be written or wait. A further one has no markup this time. */
const MAX_WAITING_CARDS = 200;

/** How many cards of one user may wait: those of some pages. */
const MAX_CARDS_OF_USER = 60;

/** How long a thread without work is kept, in milliseconds: its start takes longer than the cards of a feed. */
const IDLE_MS = 600_000;

/** The heap of the thread, in MiB. */
const MAX_HEAP_MIB = 128;

/** The limits of {@linkcode createCardWriter}, smaller in tests. */
export interface CardWriterOptions {
  /** @default 2000 */
  readonly timeout?: number;
  /** @default 200 */
  readonly waiting?: number;
  /** @default 600000 */
  readonly idle?: number;
}

/**
 * Creates what writes cards on a thread, one card after the other and the users in turns. The thread starts with the first
 * card, and ends when it has had no work for a while, or with a card that takes too long.
 */
export function createCardWriter(
  { timeout = MAX_WRITING_MS, waiting = MAX_WAITING_CARDS, idle = IDLE_MS }: CardWriterOptions = {},
): CardWriter {
  const turns = new FairTurns(1);
  /** The users of the cards that are written or wait. */
  const users: string[] = [];
  let thread: Worker | null = null;
  let hasWritten = false;
  let timer: NodeJS.Timeout | undefined;
  const end = async () => {
    const ended = thread;
    thread = null;
    hasWritten = false;
    await ended?.terminate();
  };
  const write = async (request: WritingRequest): Promise<CardContent | null | "later"> => {
    clearTimeout(timer);
    thread ??= startThread();
    const asked = thread;
    try {
      const limit = hasWritten ? timeout : Math.max(timeout, MAX_START_MS);
      const card = await limitTime(systemClock, limit, (signal) => ask(asked, request, signal));
      hasWritten = true;
      return card;
    } catch {
      await end();
      return "later";
    } finally {
      timer = setTimeout(end, idle).unref();
    }
  };
  return {
    async write(source: CardSource, reader: CardReader, user: string) {
      if (users.length > waiting) return "later";
      if (users.filter((one) => one === user).length >= MAX_CARDS_OF_USER) return "later";
      users.push(user);
      try {
        return await turns.run(user, NEVER, () => write({ source, reader }));
      } finally {
        users.splice(users.indexOf(user), 1);
      }
    },
  };
}

const NEVER = new AbortController().signal;

/** JavaScript in a package, and the source in this project. */
const THREAD = import.meta.url.endsWith(".ts")
  ? new URL("./writing_thread.ts", import.meta.url)
  : new URL("./writing_thread.js", import.meta.url);

/** It keeps no process from ending. */
function startThread(): Worker {
  const thread = new Worker(THREAD, {
    name: "painting",
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  thread.unref();
  return thread;
}

async function ask(thread: Worker, request: WritingRequest, signal: AbortSignal): Promise<WritingReply> {
  const answered = Promise.withResolvers<WritingReply>();
  const ended = () => answered.reject(new Error("Cannot write the card: its thread has ended"));
  signal.addEventListener("abort", () => answered.reject(signal.reason), { once: true });
  thread.once("error", answered.reject).once("message", answered.resolve).once("exit", ended);
  try {
    thread.postMessage(request);
    return await answered.promise;
  } finally {
    thread.off("error", answered.reject).off("message", answered.resolve).off("exit", ended);
  }
}
