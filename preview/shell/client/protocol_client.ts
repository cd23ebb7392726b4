import {
  type BundleDetails,
  type BundleList,
  type ChatCardRequest,
  type ChatCardResponse,
  type FeedBatchRequest,
  type FeedBatchResponse,
  type FeedIndexResponse,
  type FeedPageRequest,
  LABEL_HEADER,
  type PictureRequest,
  PROTOCOL_PREFIX,
  type PublicBundle,
  type RescanResult,
  type ReviewResponse,
  type StackFrame,
  type StackRequest,
  type StackResponse,
  type VerdictRequest,
} from "../../protocol.ts";

/** Sends a request: in a page, `fetch`. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** The requests of the dev protocol that the shell uses (preview specification, §4). A failed request rejects. */
export class ProtocolClient {
  readonly #send: Send;

  /** @param send sends a request to the server of the page */
  constructor(send: Send) {
    this.#send = send;
  }

  async listBundles(): Promise<BundleList> {
    return await this.#request<BundleList>("bundles");
  }

  async readFeeds(): Promise<FeedIndexResponse> {
    return await this.#request<FeedIndexResponse>("feeds");
  }

  async rescan(): Promise<RescanResult> {
    return await this.#request<RescanResult>("rescan", { method: "POST", headers: JSON_TYPE });
  }

  /** What differs in the last snapshot from the accepted pictures. */
  async readReview(): Promise<ReviewResponse> {
    return await this.#request<ReviewResponse>("review");
  }

  /** Writes a verdict about pictures of the review. */
  async sendVerdict(request: VerdictRequest): Promise<ReviewResponse> {
    const init = { method: "POST", headers: JSON_TYPE, body: JSON.stringify(request) };
    return await this.#request<ReviewResponse>("review/verdict", init);
  }

  /** Ends the command that waits for the review. */
  async endReview(): Promise<ReviewResponse> {
    return await this.#request<ReviewResponse>("review/end", { method: "POST", headers: JSON_TYPE });
  }

  /** The files of a bundle, and what its file held before. */
  async readDetails(id: string): Promise<BundleDetails> {
    return await this.#request<BundleDetails>(`bundle/${id}/details`);
  }

  /** The picture of a card, in PNG. */
  async takePicture(request: PictureRequest): Promise<Blob> {
    const init = { method: "POST", headers: JSON_TYPE, body: JSON.stringify(request) };
    return await (await this.#fetch("picture", init)).blob();
  }

  /** The lines of a stack trace with their places in the project's sources. */
  async mapStack(stack: string): Promise<readonly StackFrame[]> {
    const init = {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ stack } satisfies StackRequest),
    };
    return (await this.#request<StackResponse>("stack", init)).frames;
  }

  /** A source of the project. @param file relative to the project */
  async readSource(file: string): Promise<string> {
    return await (await this.#fetch(`source?file=${encodeURIComponent(file)}`)).text();
  }

  /** Uploads a bundle with its file name as the label. */
  async upload(file: File): Promise<PublicBundle> {
    const headers = {
      "content-type": "application/octet-stream",
      [LABEL_HEADER]: encodeURIComponent(file.name),
    };
    return await this.#request<PublicBundle>("bundle/upload", { method: "POST", headers, body: file });
  }

  async createFeedBatch(batch: FeedBatchRequest): Promise<FeedBatchResponse> {
    const body = JSON.stringify(batch);
    return await this.#request<FeedBatchResponse>("feed-batches", {
      method: "POST",
      headers: JSON_TYPE,
      body,
    });
  }

  /** The page of one file of a feed, in HTML. */
  async readFeedPage(request: FeedPageRequest): Promise<Blob> {
    return await (await this.#fetch(feedPagePath(request))).blob();
  }

  /**
   * The address by which a frame shows the page of a feed: with the page's own content policy, and not with that of the page
   * around it.
   */
  async framedFeedPage(request: FeedPageRequest): Promise<string> {
    return await this.#frame(`${feedPagePath(request)}&${FRAMED}`);
  }

  /** The address by which a frame shows the view that shows cards in a chat, as {@linkcode framedFeedPage}. */
  async framedChatView(): Promise<string> {
    return await this.#frame(`chat/view.html?${FRAMED}`);
  }

  /** A frame does not say why it shows nothing, so the page is requested here before. */
  async #frame(path: string): Promise<string> {
    await (await this.#fetch(path)).body?.cancel();
    return `${PROTOCOL_PREFIX}${path}`;
  }

  /** A card as it is sent to a chat. */
  async readChatCard({ kind, id }: ChatCardRequest): Promise<ChatCardResponse> {
    return await this.#request<ChatCardResponse>(`chat/card?${new URLSearchParams({ kind, id })}`);
  }

  /** Removes a feed of uploaded bundles. */
  async deleteFeedBatch(id: string): Promise<void> {
    await this.#fetch(`feed-batches/${encodeURIComponent(id)}`, { method: "DELETE" });
  }

  async #request<Answer>(route: string, init?: RequestInit): Promise<Answer> {
    const response = await this.#fetch(route, init);
    return await response.json().catch((cause) => {
      throw new Error(`Cannot use "${PROTOCOL_PREFIX}${route}": the answer is not JSON`, { cause });
    });
  }

  async #fetch(route: string, init?: RequestInit): Promise<Response> {
    const path = `${PROTOCOL_PREFIX}${route}`;
    const response = await this.#send(path, init).catch((cause) => {
      throw new Error(`Cannot reach "${path}": the preview server does not answer`, { cause });
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => null);
    throw new Error(describeProblem(answer) ?? `Cannot use "${path}": the answer is ${response.status}`);
  }
}

/** The server requires this type, because a page of another site cannot send it without a CORS preflight. */
const JSON_TYPE = { "content-type": "application/json" };

/** The detail of a problem document (RFC 9457), which is a whole message; null for another answer. */
function describeProblem(answer: unknown): string | null {
  const { detail, title } = (answer ?? {}) as { detail?: unknown; title?: unknown };
  const text = [detail, title].find((text) => typeof text === "string" && text !== "");
  return text === undefined ? null : String(text).slice(0, 400);
}

/** The parameter by which a browser shows a document of cards and does not save it. */
const FRAMED = "framed=true";

function feedPagePath({ id, isPrinted, languages }: FeedPageRequest): string {
  const query = new URLSearchParams({
    print: String(isPrinted),
    ...languages && { languages: languages.join(",") },
  });
  return `feeds/${encodeURIComponent(id)}/page.html?${query}`;
}
