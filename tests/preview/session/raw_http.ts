import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A response as read from the socket. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends the lines of a request unchanged, and reads until the connection ends. A character is a byte. */
export async function sendRaw(port: number, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const socket = await openSocket(port);
  socket.write([...lines, "Connection: close", "", body].join("\r\n"), "latin1");
  return parseAnswer(await readToEnd(socket));
}

/** A connection to this machine. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Reads until the connection ends or is reset. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Uint8Array[] = [];
  socket.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());
  socket.on("end", () => resolve());
  await promise;
  socket.destroy();
  return new TextDecoder("latin1").decode(concatenate(chunks));
}

/** Parses a response. */
export function parseAnswer(text: string): RawAnswer {
  const [head, ...rest] = text.split("\r\n\r\n");
  const [statusLine, ...lines] = head!.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  const body = rest.join("\r\n\r\n");
  const isChunked = headers.get("transfer-encoding") === "chunked";
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(statusLine!)?.[1]);
  return { status, headers, body: isChunked ? joinChunks(body) : body };
}

function joinChunks(body: string): string {
  const end = body.indexOf("\r\n");
  const length = parseInt(body.slice(0, end), 16);
  return length > 0 ? body.slice(end + 2, end + 2 + length) + joinChunks(body.slice(end + 4 + length)) : "";
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
