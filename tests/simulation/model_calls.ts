import type { ModelProcess, PendingEvent, Scheduler } from "./scheduler.ts";

/** How often each fault happens to a call, when faults happen at all. */
const REFUSED = 0.02;
const ANSWER_LOST = 0.03;
const ANSWER_DELAYED = 0.4;

/** One call over a network: it arrives, takes effect, and is answered, and each of it may come late or never. */
export interface ModelCall<Result> {
  readonly process: ModelProcess;
  readonly label: string;
  /** Takes effect where it arrives. */
  apply(): Result;
  /** Whether it may take effect after its caller has gone. @default false */
  readonly outlivesCaller?: boolean;
  /** After this long it takes effect no more, in milliseconds. */
  readonly patience?: number;
  /** It was on its way and never took effect. */
  onLost?(): void;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call. The promise of a process that has crashed is never fulfilled. */
export function makeCall<Result>(scheduler: Scheduler, call: ModelCall<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (!call.process.alive) return;
    if (call.signal?.aborted) return reject(call.signal.reason);
    const giveUp = () => reject(call.signal!.reason);
    call.signal?.addEventListener("abort", giveUp);
    const answer = (settle: () => void): void => {
      call.signal?.removeEventListener("abort", giveUp);
      settle();
    };
    scheduler.add(describeArrival(scheduler, call, {
      resolve: (result) => answer(() => resolve(result)),
      reject: (error) => answer(() => reject(error)),
    }));
  });
}

interface Answer<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

function describeArrival<Result>(
  scheduler: Scheduler,
  call: ModelCall<Result>,
  answer: Answer<Result>,
): PendingEvent {
  const { process, label } = call;
  const latest = call.patience === undefined ? {} : { latest: scheduler.now + call.patience };
  const arrive = (): string => {
    const { random, now } = scheduler;
    const tooLate = latest.latest !== undefined && now >= latest.latest;
    const isLost = scheduler.faults && random.chance(tooLate ? 0.5 : REFUSED);
    if (isLost) {
      const comesLater = !tooLate && call.outlivesCaller === true && random.chance(0.5);
      if (comesLater) scheduler.keep(describeLateArrival(scheduler, call, latest));
      else call.onLost?.();
      answer.reject(new Error(`no answer to ${label}`));
      return comesLater ? "no answer, and it is still on its way" : "lost";
    }
    return reply(scheduler, call, answer, call.apply());
  };
  const orphan = () => call.outlivesCaller ? describeLateArrival(scheduler, call, latest) : null;
  return { process, label, ready: () => true, happen: arrive, orphan, ...latest };
}

/** What is on its way after its caller has gone. */
function describeLateArrival<Result>(
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
    return "arrives, of a caller that is gone";
  };
  return { process: call.process, label: call.label, ready: () => true, happen, ...latest };
}

/** Answers what has taken effect: at once, later, or never. */
function reply<Result>(
  scheduler: Scheduler,
  { process, label }: ModelCall<Result>,
  answer: Answer<Result>,
  result: Result,
): string {
  const { random, faults } = scheduler;
  if (faults && random.chance(ANSWER_LOST)) {
    answer.reject(new Error(`no answer to ${label}`));
    return "done, and its answer is lost";
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
  return "done, its answer on its way";
}
