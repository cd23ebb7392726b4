import type { Handler } from "hono";
import type { PictureRequest, StackFrame } from "../../protocol.ts";
import type { PreviewLimits, PreviewModel } from "../model/mod.ts";
import { readJson } from "./request_body.ts";

export interface ProtocolRoutesDependencies {
  readonly model: PreviewModel;
  readonly limits: PreviewLimits;
  /** Fetches from an address that a client gives. */
  readonly fetchRemote: (url: URL) => Promise<Uint8Array>;
  /** Finds the places of a stack trace in the project's sources. */
  readonly mapStack: (stack: string) => Promise<StackFrame[]>;
  /** Takes a picture of a card in PNG. */
  readonly takePicture: (request: PictureRequest) => Promise<Uint8Array>;
  readonly report: (message: string) => void;
}

/** What a handler gets with a request. */
export interface ProtocolEnv {
  Bindings: { leaveToDevServer: () => Response };
}

/** One route of the dev protocol. Its path has no other method. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the prefix of the protocol. */
  readonly path: string;
  /** Whether its request has a body, and so needs a type or header that other pages cannot send. @default false */
  readonly hasBody?: boolean;
  readonly handle: Handler<ProtocolEnv>;
}

const HEADERS = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

export function answer(type: string, body: string | Uint8Array): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer>, {
    headers: { ...HEADERS, "content-type": type },
  });
}

export function json(value: unknown): Response {
  return answer("application/json", JSON.stringify(value));
}

/** Reads a JSON body within the limits. @throws {ProblemError} as {@linkcode readJson} */
export function readJsonBody(
  request: Request,
  { jsonBytes, uploadSeconds }: PreviewLimits,
): Promise<unknown> {
  return readJson(request, { bytes: jsonBytes, seconds: uploadSeconds });
}
