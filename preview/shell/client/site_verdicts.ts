import { PROTOCOL_PREFIX, type ReviewResponse, type VerdictRequest } from "../../protocol.ts";
import type { Decision } from "../../review/review.ts";
import { writeVerdictFile } from "../../review/verdict_file.ts";
import type { readSiteFile } from "./site_files.ts";

/** The verdicts of a reviewer on a site. They are in this page only, and not in the storage of its origin. */
export class SiteVerdicts {
  readonly #decisions = new Map<string, Decision>();
  readonly #read: typeof readSiteFile;
  #isSaved = true;

  /** @param read reads an answer from the files of the site */
  constructor(read: typeof readSiteFile) {
    this.#read = read;
  }

  /** Whether nothing would be lost with the page. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Reads an answer of the dev protocol from the site, the review with these verdicts. */
  readonly answer = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const route = path.slice(PROTOCOL_PREFIX.length);
    if (route === "review/verdict") this.#decide(JSON.parse(String(init.body)));
    else if (route !== "review") return await this.#read(path, init);
    return Response.json(await this.#readReview());
  };

  /** The file for `tck-preview review --apply`. */
  async save(): Promise<Blob> {
    const { entries } = await this.#readReview();
    this.#isSaved = true;
    return new Blob([writeVerdictFile(entries, this.#decisions)], { type: "application/json" });
  }

  #decide({ ids, verdict, words = "" }: VerdictRequest): void {
    const decision = verdict === "rejected" ? { verdict, words: words.trim() } : { verdict };
    for (const id of ids) this.#decisions.set(id, decision);
    this.#isSaved = false;
  }

  async #readReview(): Promise<ReviewResponse> {
    const answer = await this.#read(`${PROTOCOL_PREFIX}review`);
    const { entries, ...rest } = await answer.json() as ReviewResponse;
    const decided = entries.map((entry) => {
      const decision = this.#decisions.get(entry.id);
      return decision === undefined ? entry : { ...entry, words: null, ...decision };
    });
    return { ...rest, entries: decided };
  }
}
