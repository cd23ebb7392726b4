import { Worker } from "node:worker_threads";
import { ProblemError } from "../../core/problem/mod.ts";
import { INLINE_ASSETS } from "../../web/assets/import_map/mod.ts";
import { MAX_PAGE_BYTES, type SealedCard, type SealPageOptions } from "../../web/canvas/sealed_page/mod.ts";
import type { FeedSealer } from "../routes/mod.ts";
import { FairTurns, limitTime, startTimeLimit, systemClock } from "../time/mod.ts";
import type { SealingReply, SealingRequest } from "./sealing_thread.ts";

/** How long a page may take, in milliseconds. Then its thread is ended. */
const MAX_SEALING_MS = 20_000;

/** How long the cards of a page are read, in milliseconds. Those that are not there by then fail. */
const MAX_READING_MS = 15_000;

/** How many pages may wait while one is being made. */
const MAX_WAITING_PAGES = 8;

/** How many pages of one user may be made or wait. */
const MAX_PAGES_OF_USER = 2;

/** How long a page may wait for its turn, in milliseconds. */
const MAX_PLACE_MS = 60_000;

/** The heap of the thread, in MiB: what it makes of a page is several times its bundles. */
const MAX_HEAP_MIB = 512;

/** The limits of {@linkcode createSealer}, smaller in tests. */
export interface SealerOptions {
  /** @default 20000 */
  readonly timeout?: number;
  /** @default 15000 */
  readonly readingTimeout?: number;
  /** @default 8 */
  readonly waiting?: number;
  /** @default 60000 */
  readonly placeTimeout?: number;
}

/**
 * Creates what makes pages of one file on a thread of their own, one after the other: the thread ends with its page, and a
 * page that takes too long ends with its thread. The cards of a page are read when it is its turn. No user has more than two
 * places, none waits longer than a minute, and the next turn is that of the user who had one longest ago.
 *
 * @throws {ProblemError} `page.busy`, or `request.too_large` for a page that takes too long; from the function
 */
export function createSealer(
  {
    timeout = MAX_SEALING_MS,
    readingTimeout = MAX_READING_MS,
    waiting = MAX_WAITING_PAGES,
    placeTimeout = MAX_PLACE_MS,
  }: SealerOptions = {},
): FeedSealer {
  const turns = new FairTurns(1);
  const users: string[] = [];
  return {
    maxBytes: MAX_PAGE_BYTES,
    async seal({ user, readCards, options, signal }) {
      if (users.length > waiting) throw createBusyProblem(`${waiting} others wait`);
      if (users.filter((one) => one === user).length >= MAX_PAGES_OF_USER) {
        throw createBusyProblem(`${MAX_PAGES_OF_USER} pages of this user are made or wait`);
      }
      users.push(user);
      try {
        return await takeTurn(turns, { user, signal, limit: placeTimeout }, async () => {
          const cards = await readInTime(readCards, signal, readingTimeout);
          return await sealBeside({ cards, options: pickAssets(options) }, signal, timeout);
        });
      } finally {
        users.splice(users.indexOf(user), 1);
      }
    },
  };
}

/** Runs work when it is its turn, unless its client has left or it has waited too long by then. */
async function takeTurn<Result>(
  turns: FairTurns,
  { user, signal, limit }: { user: string; signal: AbortSignal; limit: number },
  run: () => Promise<Result>,
): Promise<Result> {
  using place = startTimeLimit(systemClock, limit);
  try {
    return await turns.run(user, AbortSignal.any([signal, place.signal]), () => {
      place[Symbol.dispose]();
      return run();
    });
  } catch (error) {
    if (!place.signal.aborted) throw error;
    throw createBusyProblem(`its turn did not come in ${limit} ms`);
  }
}

async function readInTime(
  readCards: (signal: AbortSignal) => Promise<SealedCard[]>,
  client: AbortSignal,
  milliseconds: number,
): Promise<SealedCard[]> {
  using limit = startTimeLimit(systemClock, milliseconds);
  const cards = await readCards(AbortSignal.any([client, limit.signal]));
  throwIfLeft(client);
  return cards;
}

function createBusyProblem(reason: string): ProblemError {
  return new ProblemError("page.busy", `Cannot make the page: ${reason}; ask again in a moment`);
}

function throwIfLeft(signal: AbortSignal): void {
  if (signal.aborted) throw new ProblemError("request.cancelled", "The client closed the request");
}

/** Only what is written into a page is copied to the thread. */
function pickAssets(options: SealPageOptions): SealPageOptions {
  const isWritten = (name: string) => INLINE_ASSETS.includes(name) || name.endsWith(".css");
  const assets = [...options.assets].filter(([name]) => isWritten(name))
    .map(([name, { bytes, contentType, hash }]) => [name, { bytes, contentType, hash }] as const);
  return { ...options, assets: new Map(assets) };
}

async function sealBeside(request: SealingRequest, signal: AbortSignal, timeout: number) {
  const thread = new Worker(THREAD, {
    name: "sealing",
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  try {
    const reply = await limitTime(systemClock, timeout, (limit) => {
      return ask(thread, request, AbortSignal.any([signal, limit]));
    });
    if ("html" in reply) return reply;
    throw new Error(`Cannot make the page: ${reply.failure}`);
  } catch (error) {
    throwIfLeft(signal);
    if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
    throw new ProblemError("request.too_large", `Cannot make the page: it takes more than ${timeout} ms`);
  } finally {
    await thread.terminate();
  }
}

/** JavaScript in a package, and the source in this project. */
const THREAD = import.meta.url.endsWith(".ts")
  ? new URL("./sealing_thread.ts", import.meta.url)
  : new URL("./sealing_thread.js", import.meta.url);

async function ask(thread: Worker, request: SealingRequest, signal: AbortSignal): Promise<SealingReply> {
  signal.throwIfAborted();
  const answered = Promise.withResolvers<SealingReply>();
  signal.addEventListener("abort", () => answered.reject(signal.reason), { once: true });
  thread.on("error", answered.reject).on("message", answered.resolve);
  thread.on("exit", () => answered.reject(new Error("Cannot make the page: its thread has ended")));
  thread.postMessage(request);
  return await answered.promise;
}
