import type { Terminal } from "../../terminal/terminal.ts";
import type { Outcome, TestRun } from "./test_process.ts";

/** Says after each file how far a run has come, and about how long it still takes. */
export class RunProgress {
  #ended = 0;
  #secondsLeft: number;
  #secondsDone = 0;
  readonly #started = performance.now();

  readonly #terminal: Terminal;
  readonly #count: number;
  readonly #jobs: number;
  readonly #secondsOf: (file: string) => number;

  constructor(
    terminal: Terminal,
    files: readonly string[],
    jobs: number,
    secondsOf: (file: string) => number,
  ) {
    this.#terminal = terminal;
    this.#count = files.length;
    this.#jobs = jobs;
    this.#secondsOf = secondsOf;
    this.#secondsLeft = files.reduce((sum, file) => sum + secondsOf(file), 0);
  }

  /** Notes the end of a file. */
  end({ name, files }: TestRun, { success, seconds }: Outcome): void {
    this.#ended += files.length;
    const expected = files.reduce((sum, file) => sum + this.#secondsOf(file), 0);
    this.#secondsLeft -= expected;
    this.#secondsDone += expected;
    const count = `${this.#ended}`.padStart(`${this.#count}`.length);
    const time = `${seconds.toFixed(1)} s`.padStart(8);
    this.#terminal.note(
      `[${count}/${this.#count}] ${time}  ${success ? "" : "failed: "}${name}${this.#remaining()}`,
    );
  }

  #remaining(): string {
    if (this.#ended === this.#count || this.#secondsDone === 0) return "";
    const elapsed = (performance.now() - this.#started) / 1000;
    // This machine may be slower than the one whose times are known.
    const seconds = Math.max(
      this.#secondsLeft * elapsed / this.#secondsDone,
      this.#secondsLeft / this.#jobs / 4,
    );
    return `  (about ${seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`} left)`;
  }
}
