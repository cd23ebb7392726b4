import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../waiting/mod.ts";

/** A request and what its 200 must have as body. */
export interface VerifiedRequest {
  path: string;
  isRight(body: Uint8Array): boolean | Promise<boolean>;
}

/** What became of the requests. */
export interface VerifiedOutcome {
  /** How many responses there were of each status. */
  statuses: { [status: number]: number };
  /** Requests without a response, or whose body was cut off. */
  broken: number;
  /** Responses of 200 with another body, of 4xx and 5xx that a cache may store, and of 5xx without a problem. */
  wrong: string[];
}

/** Requests that are sent until they are stopped. */
export interface VerifiedLoad {
  /** The outcome so far. */
  outcome: VerifiedOutcome;
  /** Waits for as many more responses of a status. */
  waitFor(status: number, count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sends requests in turn from several clients, and checks every response. */
export function startVerifiedLoad(
  url: string,
  headers: Record<string, string>,
  requests: readonly VerifiedRequest[],
  clients = 8,
): VerifiedLoad {
  const outcome: VerifiedOutcome = { statuses: {}, broken: 0, wrong: [] };
  let isStopped = false;
  let turn = 0;
  const send = async () => {
    while (!isStopped) {
      const request = requests[turn++ % requests.length]!;
      await check(await fetch(url + request.path, { headers }), request, outcome).catch(() =>
        outcome.broken++
      );
    }
  };
  const running = Array.from({ length: clients }, async () => {
    while (!isStopped) {
      // Without a listener, `fetch` rejects at once.
      await send().catch(() => outcome.broken++);
      if (!isStopped) await sleep(10); // timer: a client that tries again
    }
  });
  return {
    outcome,
    async waitFor(status, count) {
      const target = (outcome.statuses[status] ?? 0) + count;
      await until(`${count} more responses of ${status}`, () => (outcome.statuses[status] ?? 0) >= target);
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

async function check(
  response: Response,
  { path, isRight }: VerifiedRequest,
  { statuses, wrong }: VerifiedOutcome,
): Promise<void> {
  const body = await response.bytes();
  const { status } = response;
  statuses[status] = (statuses[status] ?? 0) + 1;
  const isGood = status === 200
    ? await isRight(body)
    : response.headers.get("Cache-Control") === "no-store" &&
      response.headers.get("Content-Type") === "application/problem+json";
  if (!isGood) wrong.push(`${status} ${path}`);
}
