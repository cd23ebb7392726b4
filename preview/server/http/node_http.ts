import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * Converts a Node request to a web request. Its body is read as far as the handler reads it, and its signal aborts when
 * the client disconnects.
 *
 * @param url absolute
 * @throws {TypeError} for a method or header that a web request cannot have
 */
export function toWebRequest(message: IncomingMessage, url: URL): Request {
  const disconnected = new AbortController();
  message.once("close", () => {
    if (!message.complete) disconnected.abort();
  });
  const method = message.method!;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers: toWebHeaders(message),
    signal: disconnected.signal,
    ...(hasBody ? { body: Readable.toWeb(message) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  } as RequestInit);
}

/** The headers of a Node request, including repeated ones. */
export function toWebHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return headers;
}

/** Sends a web response, to `HEAD` without its body, and waits until it is sent or the client has gone. */
export async function sendWebResponse(response: Response, message: ServerResponse): Promise<void> {
  message.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null || message.req.method === "HEAD") return await end(message);
  for await (const chunk of Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>)) {
    if (!message.write(chunk)) await drained(message);
    if (message.destroyed) return; // Leaving the loop cancels the body.
  }
  await end(message);
}

/** Waits until more can be written, or the client has gone. */
async function drained(message: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  message.once("drain", resolve).once("close", resolve);
  if (message.destroyed) resolve();
  await promise;
  message.off("drain", resolve).off("close", resolve);
}

function end(message: ServerResponse): Promise<void> {
  return new Promise((resolve) => message.once("close", resolve).end(resolve));
}
