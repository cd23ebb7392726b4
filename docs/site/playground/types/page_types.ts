import { exchange, startWorker } from "../worker_exchange.ts";
import type { ProjectTexts, TypesAnswers, TypesQuestions, TypesRequest } from "./messages.ts";

/** Milliseconds that an answer may take until the worker is ended: a type can be as much work as a program. */
const TYPES_DEADLINE_MS = 20_000;

/** The types of a widget, which a worker knows. It answers one question after the other, and is replaced when it hangs. */
export class PageTypes {
  #worker: Promise<Worker> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param program the address of the worker's program
   * @param declarations the address of what it knows of the kit, of React and of browsers
   */
  constructor(private readonly program: string, private readonly declarations: string) {}

  /** @returns null when there is no answer: the worker cannot start, fails, or takes too long */
  ask<Asked extends keyof TypesAnswers>(
    files: ProjectTexts,
    asked: Asked,
    question: TypesQuestions[Asked],
  ): Promise<TypesAnswers[Asked] | null> {
    const turn = this.#last.then(() => this.#ask({ files, asked, question }));
    this.#last = turn;
    return turn;
  }

  async #ask<Asked extends keyof TypesAnswers>(
    request: TypesRequest<Asked>,
  ): Promise<TypesAnswers[Asked] | null> {
    const start = this.#worker ??= startWorker("types", this.program, { declarations: this.declarations });
    const worker = await start.catch(() => null);
    const message = worker && await exchange<TypesAnswers[Asked]>(worker, request, TYPES_DEADLINE_MS);
    if (message !== null && message.failure === undefined) return message.answer;
    worker?.terminate();
    this.#worker = null;
    return null;
  }
}
