import type { ModelProcess, PendingEvent, Scheduler } from "./scheduler.ts";

/** The probability of each fault of a call, while faults are enabled. */
const LOST = 0.02;
const ANSWER_LOST = 0.03;
const ANSWER_DELAYED = 0.4;

/** A call over a network: it arrives, takes effect and is answered. Each of these may be delayed or not happen. */
export interface ModelCall<Result> {
  readonly process: ModelProcess;
  readonly label: string;
  /** Takes effect at the receiver. */
  apply(): Result;
  /** Whether it may take effect after its caller has crashed. @default false */
  readonly outlivesCaller?: boolean;
  /** After this time, in milliseconds, it can no longer take effect. */
  readonly maxDelay?: number;
  /** Called if it was sent and never takes effect. */
  onLost?(): void;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call. The promise of a crashed process never settles. */
export function makeCall<Result>(scheduler: Scheduler, call: ModelCall<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (!call.process.alive) return;
    if (call.signal?.aborted) return reject(call.signal.reason);
    const abort = () => reject(call.signal!.reason);
    call.signal?.addEventListener("abort", abort);
    const answer = (settle: () => void): void => {
      call.signal?.removeEventListener("abort", abort);
      settle();
    };
    scheduler.add(createArrival(scheduler, call, {
      resolve: (result) => answer(() => resolve(result)),
      reject: (error) => answer(() => reject(error)),
    }));
  });
}

interface Answer<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

function createArrival<Result>(
  scheduler: Scheduler,
  call: ModelCall<Result>,
  answer: Answer<Result>,
): PendingEvent {
  const { process, label } = call;
  const latest = call.maxDelay === undefined ? {} : { latest: scheduler.now + call.maxDelay };
  const arrive = (): string => {
    const { random, now } = scheduler;
    const tooLate = latest.latest !== undefined && now >= latest.latest;
    const isLost = scheduler.faults && random.chance(tooLate ? 0.5 : LOST);
    if (isLost) {
      const arrivesLater = !tooLate && call.outlivesCaller === true && random.chance(0.5);
      if (arrivesLater) scheduler.keep(createLateArrival(scheduler, call, latest));
      else call.onLost?.();
      answer.reject(new Error(`no answer to ${label}`));
      return arrivesLater ? "no answer, still in flight" : "lost";
    }
    return reply(scheduler, call, answer, call.apply());
  };
  const orphan = () => call.outlivesCaller ? createLateArrival(scheduler, call, latest) : null;
  return { process, label, ready: () => true, happen: arrive, orphan, ...latest };
}

/** A call in flight whose caller no longer waits for it. */
function createLateArrival<Result>(
  scheduler: Scheduler,
  call: ModelCall<Result>,
  latest: { latest?: number },
): PendingEvent {
  const happen = (): string => {
    if (scheduler.random.chance(0.3)) {
      call.onLost?.();
      return "never arrives";
    }
    call.apply();
    return "arrives without its caller";
  };
  return { process: call.process, label: call.label, ready: () => true, happen, ...latest };
}

/** Answers a call that has taken effect: at once, later, or never. */
function reply<Result>(
  scheduler: Scheduler,
  { process, label }: ModelCall<Result>,
  answer: Answer<Result>,
  result: Result,
): string {
  const { random, faults } = scheduler;
  if (faults && random.chance(ANSWER_LOST)) {
    answer.reject(new Error(`no answer to ${label}`));
    return "done, answer lost";
  }
  if (!faults || !random.chance(ANSWER_DELAYED)) {
    answer.resolve(result);
    return "done";
  }
  scheduler.add({
    process,
    label: `${label} answer`,
    ready: () => true,
    happen: () => (answer.resolve(result), "arrives"),
  });
  return "done, answer in flight";
}
