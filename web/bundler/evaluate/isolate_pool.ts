import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { type Exchange, type LineProcess, type ProcessLimits, startProcess } from "../processes/mod.ts";
import { isolateProgram } from "../programs.ts";
import { isLastLine, isReadyLine, MAX_OUTPUT_LENGTH } from "./isolate_lines.ts";
import type { Isolation } from "./isolation.ts";

function isolateLimits({ deadline }: Isolation): ProcessLimits {
  return {
    dataKibibytes: 1_048_576,
    // Starting takes some, and threads of the runtime work beside the widget.
    cpuSeconds: 30 + Math.ceil(deadline / 1000) * 2,
    outputLength: MAX_OUTPUT_LENGTH,
  };
}

/** The turn of one expected widget. When it ends without an evaluation, one widget fewer is expected. */
export interface IsolateTurn extends Disposable {
  /** @param onRendered called in a page, with the lines so far, before the card is drawn for its bundle */
  evaluate(code: string, onRendered?: (lines: readonly string[]) => void): Promise<Exchange>;
}

/**
 * Evaluates each widget in an isolate of its own: a fresh process, which ends with it. Isolates are started ahead, so that a
 * widget finds one that has loaded what widgets share.
 */
export class IsolatePool {
  readonly #limit = pLimit(availableParallelism());
  readonly #spares: Promise<LineProcess>[] = [];
  readonly #leaving = new Set<Promise<void>>();
  #expected = 0;

  /**
   * @param isolation how isolates are started
   * @param keepsSpare whether one isolate is kept ready when no widget is expected
   */
  constructor(readonly isolation: Isolation, private readonly keepsSpare: boolean = false) {}

  /** Starts isolates for widgets that are about to be evaluated. */
  expect(widgets: number): void {
    this.#expected += widgets;
    this.#startSpares();
  }

  /** Begins the turn of an expected widget, which may evaluate it. */
  takeTurn(): IsolateTurn {
    let isEvaluated = false;
    return {
      evaluate: (code) => {
        isEvaluated = true;
        return this.evaluate(code);
      },
      [Symbol.dispose]: () => {
        if (!isEvaluated) this.#expected = Math.max(0, this.#expected - 1);
      },
    };
  }

  /**
   * Evaluates a widget's code.
   *
   * @returns the lines of its isolate
   * @throws {ProcessStartError} when no isolate can be started
   */
  async evaluate(code: string): Promise<Exchange> {
    return await this.#limit(async () => {
      const isolate = await this.#take();
      try {
        return await isolate.exchange({ code }, isLastLine, this.isolation.deadline);
      } finally {
        this.#end(isolate);
      }
    });
  }

  async close(): Promise<void> {
    for (const spare of this.#spares.splice(0)) this.#end(await spare.catch(() => null));
    await Promise.all(this.#leaving);
  }

  async #take(): Promise<LineProcess> {
    const taken = this.#spares.shift() ?? this.#start();
    this.#expected = Math.max(0, this.#expected - 1);
    this.#startSpares();
    const isolate = await taken;
    if (!isolate.hasEnded) return isolate;
    this.#end(isolate); // It has ended while it waited, which is not the fault of the next widget.
    return await this.#start();
  }

  #startSpares(): void {
    const wanted = Math.max(Math.min(this.#expected, availableParallelism()), this.keepsSpare ? 1 : 0);
    while (this.#spares.length < wanted) this.#spares.push(this.#start());
  }

  async #open(): Promise<LineProcess> {
    const command = this.isolation.command(await isolateProgram());
    return await startProcess(command, isolateLimits(this.isolation), isReadyLine, this.isolation.confine);
  }

  #start(): Promise<LineProcess> {
    const isolate = this.#open();
    isolate.catch(() => {}); // The widget that takes it fails with the same error.
    return isolate;
  }

  #end(isolate: LineProcess | null): void {
    if (!isolate) return;
    const end = isolate.close().finally(() => this.#leaving.delete(end));
    this.#leaving.add(end);
  }
}
