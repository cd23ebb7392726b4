import {
  type BundleList,
  type FeedBatchRequest,
  type FeedBatchResponse,
  type FeedIndexResponse,
  LABEL_HEADER,
  PROTOCOL_PREFIX,
  type PublicBundle,
  type RescanResult,
} from "../protocol.ts";

/** What a request of the dev protocol throws when it is not answered as it should be. */
export class ProtocolError extends Error {
  /** @param message what was attempted, and what is the case @param options the cause */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProtocolError";
  }
}

/** Sends a request: in a page, `fetch`. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** The dev protocol, as far as the shell speaks it (preview specification, §4). */
export class ProtocolClient {
  readonly #send: Send;

  /** @param send sends a request to the server of the page */
  constructor(send: Send) {
    this.#send = send;
  }

  /** @throws {ProtocolError} */
  async listBundles(): Promise<BundleList> {
    return await this.#request<BundleList>("bundles");
  }

  /** @throws {ProtocolError} */
  async readFeeds(): Promise<FeedIndexResponse> {
    return await this.#request<FeedIndexResponse>("feeds");
  }

  /** @throws {ProtocolError} */
  async rescan(): Promise<RescanResult> {
    return await this.#request<RescanResult>("rescan", { method: "POST", headers: JSON_TYPE });
  }

  /**
   * Uploads a bundle under the base name of its file.
   *
   * @throws {ProtocolError}
   */
  async upload(file: File): Promise<PublicBundle> {
    const headers = {
      "content-type": "application/octet-stream",
      [LABEL_HEADER]: encodeURIComponent(file.name),
    };
    return await this.#request<PublicBundle>("bundle/upload", { method: "POST", headers, body: file });
  }

  /** @throws {ProtocolError} */
  async createFeedBatch(batch: FeedBatchRequest): Promise<FeedBatchResponse> {
    const body = JSON.stringify(batch);
    return await this.#request<FeedBatchResponse>("feed-batches", {
      method: "POST",
      headers: JSON_TYPE,
      body,
    });
  }

  async #request<Answer>(route: string, init?: RequestInit): Promise<Answer> {
    const path = `${PROTOCOL_PREFIX}${route}`;
    const response = await this.#send(path, init).catch((cause) => {
      throw new ProtocolError(`Cannot reach "${path}": the preview server does not answer`, { cause });
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as Answer;
    throw new ProtocolError(`Cannot use "${path}": ${describeRefusal(response.status, answer)}`);
  }
}

/** Tells the server that a page of another site cannot have sent this without asking. */
const JSON_TYPE = { "content-type": "application/json" };

/** A problem document (RFC 9457) says more than the status. */
function describeRefusal(status: number, answer: unknown): string {
  const { detail, title } = (answer ?? {}) as { detail?: unknown; title?: unknown };
  const reason = [detail, title].find((text) => typeof text === "string" && text !== "");
  return reason === undefined ? `the answer is ${status}` : String(reason).slice(0, 400);
}
