import { launchFirefoxServer } from "../browser/firefox.ts";

/** A Firefox without a session. */
type Firefox = Awaited<ReturnType<typeof launchFirefoxServer>>;

/**
 * The Firefox processes of a run. Each is lent to one test file at a time, since it has one session, and to another one when
 * it is given back: a start costs three seconds of a processor.
 */
export class FirefoxPool implements AsyncDisposable {
  readonly #idle: Firefox[] = [];
  readonly #lent = new Map<string, Set<Firefox>>();

  /** Lends a file a Firefox, and returns its address. */
  async lend(file: string): Promise<string> {
    const firefox = this.#idle.pop() ?? await launchFirefoxServer();
    const own = this.#lent.get(file) ?? new Set();
    this.#lent.set(file, own.add(firefox));
    return firefox.endpoint;
  }

  /** Takes back what a file has lent. Its session has ended. */
  takeBack(file: string, endpoint: string): void {
    for (const firefox of this.#lent.get(file) ?? []) {
      if (firefox.endpoint !== endpoint) continue;
      this.#lent.get(file)!.delete(firefox);
      this.#idle.push(firefox);
    }
  }

  /** Ends what a file has not given back: nobody knows its state. */
  async endThoseOf(file: string): Promise<void> {
    const left = [...this.#lent.get(file) ?? []];
    this.#lent.delete(file);
    await Promise.all(left.map((firefox) => firefox.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#lent.keys()].map((file) => this.endThoseOf(file)));
    await Promise.all(this.#idle.map((firefox) => firefox.end()));
  }
}
