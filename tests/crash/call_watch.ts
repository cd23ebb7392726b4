/** Where a process stops: before a call is made, after its answer has come, or when its answer is lost. */
export interface Failpoint {
  readonly when: "before" | "after" | "without the answer of";
  /** The call's name, as {@link CallWatch.calls} tells it. */
  readonly call: string;
}

/** `after flip: commit`. */
export function describeFailpoint({ when, call }: Failpoint): string {
  return `${when} ${call}`;
}

/** Watches the calls that one commit makes, and holds it at its failpoint. */
export class CallWatch {
  /** The calls in the order in which they began, each under a name of its own: a repeat is numbered. */
  readonly calls: string[] = [];
  readonly #failpoint: Failpoint | null;
  readonly #hold: () => Promise<void>;
  readonly #counts = new Map<string, number>();

  /** @param hold Fulfils when the commit may go on */
  constructor(failpoint: Failpoint | null, hold: () => Promise<void>) {
    this.#failpoint = failpoint;
    this.#hold = hold;
  }

  /** Makes a call. */
  async around<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = count === 1 ? name : `${name} (${count})`;
    this.calls.push(label);
    const when = this.#failpoint?.call === label ? this.#failpoint.when : null;
    if (when === "before") await this.#hold();
    const answer = await call();
    if (when !== null && when !== "before") await this.#hold();
    if (when === "without the answer of") throw new Error(`no answer to ${label}`);
    return answer;
  }
}
