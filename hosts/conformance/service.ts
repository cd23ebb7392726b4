import type { Batch, Widget } from "../../core/feed/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { CheckFault, CheckSkipped } from "./errors.ts";

/** The addresses of the services, and the credentials for the requests. */
export interface ConformanceOptions {
  /** The public API, without a path. */
  url: string;
  /** The web app, without a path. @default url */
  appUrl?: string | undefined;
  /** A bearer of a user who has a morning or evening brief. */
  token: string;
  /** A bearer of another user, for the rules of tenancy. */
  otherToken?: string | undefined;
  /** A writer of batches, for the rules of the internal API; absent: they are skipped. */
  writer?: WriterAccess | undefined;
  /** Called with each response of the public API, such as for examples. */
  onAnswer?: ((answer: Answer) => void) | undefined;
  /** Sends a request, such as to an application in the same process. @default by the network */
  fetch?: SendRequest | undefined;
}

/** Sends a request once. */
export type SendRequest = (request: Request) => Promise<Response>;

/** How batches are written. */
export interface WriterAccess {
  /** The storage service, without a path. */
  url: string;
  /** The credential of a writer. */
  token: string;
  /** A user for whom it may write, whose diary of 1 January 1970 a check replaces. */
  userId: string;
}

/** A request to one of the services. */
export interface Sent {
  /** @default "GET" */
  method?: string;
  headers?: Record<string, string>;
  /** The bearer, or null for none. @default the user's */
  token?: string | null;
  body?: string | Blob;
}

/** A complete response. */
export interface Answer {
  /** The request, for messages: `GET /v2/daily-pages`. */
  request: string;
  method: string;
  /** The path with its query. */
  path: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
}

/** Batches and a widget of the user, for the checks of single reads. */
export interface Samples {
  /** The newest batches, at most 100. */
  batches: readonly Batch[];
  /** One that the single-batch route serves. */
  batch: Batch;
  widget: Widget;
}

export interface Service {
  /** Asks the public API. */
  cloud(path: string, sent?: Sent): Promise<Answer>;
  /** Asks the web app. */
  app(path: string, sent?: Sent): Promise<Answer>;
  /**
   * Asks the storage service as the writer.
   *
   * @throws {CheckSkipped} when none was given
   */
  storage(path: string, sent?: Sent): Promise<Answer>;
  /** @throws {CheckSkipped} when no writer was given */
  writtenUser(): string;
  /** @throws {CheckFault} when the user has nothing that could be read */
  samples(): Promise<Samples>;
  /** The user's bearer. */
  token: string;
  /** @throws {CheckSkipped} when none was given */
  otherToken(): string;
}

/** How long one response may take. */
const TIMEOUT_MS = 15_000;

/** The path of the public API's list (lifecycle specification, §4). */
export const LIST = "/v2/daily-pages";

/** The path of the web app's list. */
export const APP_LIST = "/api/daily-pages/v2/batches";

export function createService(
  { url, appUrl = url, token, otherToken, writer, onAnswer = () => {}, fetch = fetchByNetwork }:
    ConformanceOptions,
): Service {
  let samples: Promise<Samples> | undefined;
  const send = (baseUrl: string, path: string, sent: Sent) => ask(fetch, baseUrl, path, sent);
  const cloud = async (path: string, sent: Sent = {}) => {
    const answer = await send(url, path, { token, ...sent });
    onAnswer(answer);
    return answer;
  };
  const requireWriter = () => {
    if (writer === undefined) throw new CheckSkipped("it needs --writer-token and --writer-user");
    return writer;
  };
  return {
    cloud,
    storage: async (path, sent = {}) => {
      const access = requireWriter();
      return await send(access.url, path, { token: access.token, ...sent });
    },
    writtenUser: () => requireWriter().userId,
    app: (path, sent = {}) => send(appUrl, path, { token, ...sent }),
    samples: () => samples ??= readSamples(cloud),
    token,
    otherToken() {
      if (otherToken === undefined) throw new CheckSkipped("it needs --other-token");
      return otherToken;
    },
  };
}

const fetchByNetwork: SendRequest = (request) => fetch(request);

async function ask(
  fetch: SendRequest,
  baseUrl: string,
  path: string,
  sent: Sent,
): Promise<Answer> {
  const { method = "GET" } = sent;
  const request = `${method} ${path.slice(0, 120)}`;
  const url = new URL(path, baseUrl);
  try {
    // A server may close an idle connection while a request is on its way (RFC 9112, §9.3.1). No request of a check
    // changes anything, but for a batch, whose key makes a repeat safe.
    const answer = await exchange(fetch, url, sent).catch((error) => {
      if (error instanceof TypeError) return exchange(fetch, url, sent);
      throw error;
    });
    return { request, method, path, ...answer };
  } catch (error) {
    throw new CheckFault(`${request}: no complete response: ${errorMessageWithCauses(error)}`);
  }
}

async function exchange(
  fetch: SendRequest,
  url: URL,
  sent: Sent,
): Promise<Omit<Answer, "request" | "method" | "path">> {
  const { method = "GET", headers = {}, token = null, body } = sent;
  const request = new Request(url, {
    method,
    // A response with another encoding has other lengths and tags.
    headers: {
      "Accept-Encoding": "identity",
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  });
  const response = await fetch(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

async function readSamples(cloud: Service["cloud"]): Promise<Samples> {
  const { status, text } = await cloud(`${LIST}?limit=100`);
  const batches: Batch[] = status === 200 ? JSON.parse(text).batches : [];
  const batch = batches.find(({ kind, widgets }) => kind.endsWith("_brief") && widgets.length > 0);
  const widget = batch?.widgets[0];
  if (batch && widget) return { batches, batch, widget };
  throw new CheckFault(
    `GET ${LIST}?limit=100: expected a morning or evening brief with a widget, which the user of --token must have; ` +
      `it answered ${status} with ${batches.length} batches`,
  );
}
