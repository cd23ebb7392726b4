import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * A Node request as the web's. Its body is read only as far as the handler reads it; its signal aborts when the client goes.
 *
 * @param url absolute
 * @throws {TypeError} for a method or a header that the web does not know
 */
export function toWebRequest(message: IncomingMessage, url: URL): Request {
  const gone = new AbortController();
  message.once("close", () => {
    if (!message.complete) gone.abort();
  });
  const method = message.method!;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers: toWebHeaders(message),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(message) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  } as RequestInit);
}

/** A Node request's headers, repeated ones included. */
export function toWebHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return headers;
}

/** Sends a web response, without its body to `HEAD`. */
export async function sendWebResponse(response: Response, message: ServerResponse): Promise<void> {
  message.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null || message.req.method === "HEAD") return void message.end();
  for await (const chunk of Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>)) {
    if (!message.write(chunk)) {
      await new Promise((resolve) => message.once("drain", resolve).once("close", resolve));
    }
  }
  message.end();
}
