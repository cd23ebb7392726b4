import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { Log } from "../routes/http/mod.ts";
import { limitTime, systemClock } from "../time/mod.ts";

/** Succeeds if a service that this one depends on answers. The signal aborts at the time limit. */
export type Check = (signal: AbortSignal) => Promise<void>;

export type Checks = { readonly [name: string]: Check };

export interface ReadinessChecks {
  /**
   * The checks of what no request can be answered without, not even with an error of its own. A service has none:
   * when what all processes share is down, a load balancer would remove every one, and clients would get the
   * balancer's error.
   */
  readonly essential: Checks;
  /** The checks of all other dependencies. Their state is a metric, and does not make the process unready. */
  readonly others: Checks;
}

/** Which of the services that this one depends on answer. */
export interface Readiness {
  checks: { readonly [name: string]: "up" | "down" };
  /** The names of those that are down. */
  down: readonly string[];
  /** Whether the essential ones are up. */
  isReady: boolean;
}

/** How long one check may take. */
const CHECK_TIMEOUT_MS = 2_000;

/** How long a result is used again, so that frequent questions are no load. */
const CACHE_MS = 1_000;

/**
 * Creates a function that runs all checks at the same time, and at most once a second. A change of a state is logged.
 */
export function createReadiness(
  { essential, others }: ReadinessChecks,
  now: () => number,
  log: Log,
): () => Promise<Readiness> {
  const checks = { ...essential, ...others };
  let [answer, until] = [null as Promise<Readiness> | null, 0];
  const states = new Map<string, "up" | "down">();
  const run = async (): Promise<Readiness> => {
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const failure = await findFailure(check);
        const state = failure === null ? "up" : "down";
        if (state !== (states.get(name) ?? "up")) log(buildChangeEvent(name, failure));
        states.set(name, state);
      }),
    );
    until = now() + CACHE_MS;
    const down = Object.keys(checks).filter((name) => states.get(name) === "down");
    return {
      checks: Object.fromEntries(Object.keys(checks).map((name) => [name, states.get(name)!])),
      down,
      isReady: !down.some((name) => Object.hasOwn(essential, name)),
    };
  };
  return () => {
    if (answer === null || now() >= until) {
      until = Infinity;
      answer = run();
    }
    return answer;
  };
}

async function findFailure(check: Check): Promise<string | null> {
  return await limitTime(systemClock, CHECK_TIMEOUT_MS, check).then(
    () => null,
    (error) => errorMessageWithCauses(error) || "no answer",
  );
}

function buildChangeEvent(name: string, failure: string | null): Parameters<Log>[0] {
  if (failure === null) {
    return { event: "dependency_up", level: "info", message: `"${name}" answers again`, dependency: name };
  }
  const message = `"${name}" does not answer: ${failure}`;
  return { event: "dependency_down", level: "error", message, dependency: name };
}
