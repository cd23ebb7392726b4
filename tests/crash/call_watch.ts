/** Where a process pauses: before a call is made, after its answer has arrived, or instead of its answer. */
export interface Failpoint {
  readonly when: "before" | "after" | "without the answer of";
  /** The call's name, as in {@link CallWatch.calls}. */
  readonly call: string;
}

/** Formats a failpoint, such as `after flip: commit`. */
export function formatFailpoint({ when, call }: Failpoint): string {
  return `${when} ${call}`;
}

/** Records the calls of one commit, and pauses it at its failpoint. */
export class CallWatch {
  /** The names of the calls, in the order in which they began. Repeated names are numbered. */
  readonly calls: string[] = [];
  readonly #failpoint: Failpoint | null;
  readonly #pause: () => Promise<void>;
  readonly #counts = new Map<string, number>();

  /** @param pause Resolves when the commit may continue */
  constructor(failpoint: Failpoint | null, pause: () => Promise<void>) {
    this.#failpoint = failpoint;
    this.#pause = pause;
  }

  /** Makes a call. */
  async around<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = count === 1 ? name : `${name} (${count})`;
    this.calls.push(label);
    const when = this.#failpoint?.call === label ? this.#failpoint.when : null;
    if (when === "before") await this.#pause();
    const answer = await call();
    if (when !== null && when !== "before") await this.#pause();
    if (when === "without the answer of") throw new Error(`no answer to ${label}`);
    return answer;
  }
}
