import { errorMessage } from "../../../core/errors/mod.ts";
import type { ReviewResponse, VerdictRequest } from "../../protocol.ts";
import type { Store } from "../state/create_store.ts";
import type { ShellState } from "../state/shell_state.ts";
import type { ProtocolClient } from "./protocol_client.ts";

/** Keeps the review of the last snapshot in the shell's state. */
export class ReviewSync {
  readonly #store: Store<ShellState>;
  readonly #client: ProtocolClient;
  #wasAwaited = false;
  #last: Promise<void> = Promise.resolve();

  constructor(store: Store<ShellState>, client: ProtocolClient) {
    this.#store = store;
    this.#client = client;
  }

  /** Reads the review again. Never rejects. */
  readonly refresh = (): Promise<void> => this.#change(() => this.#client.readReview());

  /** Sends a verdict. Never rejects: when it fails, the state says why, and shows the review as it is now. */
  async decide(request: VerdictRequest): Promise<void> {
    await this.#change(() => this.#client.sendVerdict(request), true);
  }

  /** Ends the command that waits for the review. Never rejects. */
  async end(): Promise<void> {
    await this.#change(() => this.#client.endReview());
  }

  /** One request after another: an earlier answer would otherwise take back what a later one says. */
  #change(request: () => Promise<ReviewResponse>, isVerdict = false): Promise<void> {
    return this.#last = this.#last.then(() => this.#changeNow(request, isVerdict));
  }

  async #changeNow(request: () => Promise<ReviewResponse>, isVerdict = false): Promise<void> {
    try {
      const { entries, isAwaited } = await request();
      this.#wasAwaited ||= isAwaited;
      const hasEnded = this.#wasAwaited && !isAwaited;
      this.#store.setState({ review: { entries, isAwaited, hasEnded, error: null } });
    } catch (error) {
      // A preview that has ended with its review does not answer.
      if (this.#store.getState().review.hasEnded) return;
      if (isVerdict) await this.#changeNow(() => this.#client.readReview());
      this.#store.setState({ review: { ...this.#store.getState().review, error: errorMessage(error) } });
    }
  }
}
