import type { Handler } from "hono";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import type { SealedPage } from "../../../web/canvas/sealed_page/mod.ts";
import type {
  ChatCardRequest,
  ChatCardResponse,
  FeedPageRequest,
  PictureRequest,
  ReviewResponse,
  StackFrame,
} from "../../protocol.ts";
import type { Decision, PictureRole } from "../../review/review.ts";
import type { PreviewLimits, PreviewModel } from "../model/mod.ts";
import { readJson } from "./request_body.ts";

export interface ProtocolRoutesDependencies {
  readonly model: PreviewModel;
  readonly limits: PreviewLimits;
  /** Fetches from an address that a client gives. */
  readonly fetchRemote: (url: URL) => Promise<Uint8Array>;
  /** The address of the module that stands for a shared specifier in the page. */
  readonly sharedModuleUrl: (specifier: string) => string;
  /** Finds the places of a stack trace in the project's sources. */
  readonly mapStack: (stack: string) => Promise<StackFrame[]>;
  /** Takes a picture of a card in PNG. */
  readonly takePicture: (request: PictureRequest) => Promise<Uint8Array>;
  /** Makes the page of one file of a feed. */
  readonly createFeedPage: (request: FeedPageRequest) => Promise<SealedPage>;
  /** Makes the view of cards in a chat: the document, and its policy as a header. */
  readonly createChatView: () => Promise<{ readonly html: string; readonly policy: string }>;
  /** Reads a card as it is sent to a chat. */
  readonly readChatCard: (request: ChatCardRequest) => Promise<ChatCardResponse>;
  /** The review of the project's last snapshot; null where none can be decided. */
  readonly openReview: (() => Promise<ReviewAccess>) | null;
  readonly report: (message: string) => void;
}

/** What the routes need of a review. */
export interface ReviewAccess {
  read(): Promise<ReviewResponse>;
  readPicture(id: string, role: PictureRole): Promise<Uint8Array>;
  decide(ids: ReadonlySet<string>, decision: Decision): Promise<ReviewResponse>;
  /** Ends the command that waits for the review. */
  end(): void;
}

/** One route of the dev protocol. Its path has no other method. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the prefix of the protocol. */
  readonly path: string;
  /** Whether its request has a body, and so needs a type or header that other pages cannot send. @default false */
  readonly hasBody?: boolean;
  readonly handle: Handler;
}

const HEADERS = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** @param headers further headers @default none */
export function answer(
  type: string,
  body: string | Uint8Array,
  headers: { readonly [name: string]: string } = {},
): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer>, {
    headers: { ...HEADERS, ...headers, "content-type": type },
  });
}

export function json(value: object): Response {
  return answer("application/json", stringifyJson(value));
}

/** Reads a JSON body within the limits. @throws {ProblemError} as {@linkcode readJson} */
export function readJsonBody(
  request: Request,
  { jsonBytes, uploadSeconds }: PreviewLimits,
): Promise<unknown> {
  return readJson(request, { bytes: jsonBytes, seconds: uploadSeconds });
}
