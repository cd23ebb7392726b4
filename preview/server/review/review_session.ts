import type { ReviewResponse } from "../../protocol.ts";
import { countVerdicts, type Decision, type PictureRole, type ReviewEntry } from "../../review/review.ts";
import { problemError } from "../problem.ts";
import { SnapshotError } from "../snapshot/errors.ts";
import type { ReviewStore } from "./review_store.ts";

/** A snapshot of another version is not an error of the preview. */
async function asProblem<Result>(result: Promise<Result>): Promise<Result> {
  return await result.catch((error) => {
    if (!(error instanceof SnapshotError)) throw error;
    throw problemError("review.unreadable", error.message, { cause: error });
  });
}

/** The review of a running preview. A command may wait for its end. */
export class ReviewSession {
  readonly #store: ReviewStore;
  readonly #isAwaited: boolean;
  readonly #ended = Promise.withResolvers<void>();
  #isEnding = false;

  constructor(store: ReviewStore, { isAwaited }: { isAwaited: boolean }) {
    this.#store = store;
    this.#isAwaited = isAwaited;
  }

  /** Resolves when each entry has a verdict, or a person has ended the review, and their page has got the answer. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** @throws {ProblemError} `review.unreadable` */
  async read(): Promise<ReviewResponse> {
    return this.#toResponse((await asProblem(this.#store.read())) ?? []);
  }

  readPicture(id: string, role: PictureRole): Promise<Uint8Array> {
    return this.#store.readPicture(id, role);
  }

  async decide(ids: ReadonlySet<string>, decision: Decision): Promise<ReviewResponse> {
    const decisions = new Map(Array.from(ids, (id) => [id, decision]));
    const entries = await asProblem(this.#store.decide(decisions));
    if (countVerdicts(entries).undecided === 0) this.end();
    return this.#toResponse(entries);
  }

  /** Ends the review after the answers that are being sent. */
  end(): void {
    this.#isEnding = true;
  }

  /** Called when all answers were sent. */
  onIdle(): void {
    if (this.#isEnding) this.#ended.resolve();
  }

  #toResponse(entries: readonly ReviewEntry[]): ReviewResponse {
    return { entries, isAwaited: this.#isAwaited && !this.#isEnding };
  }
}
