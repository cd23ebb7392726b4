import { createNetworkUpstream, type SendRequest, type Upstream } from "../../../hosts/routes/mod.ts";

/** A server on a free port of the loopback address. */
export interface TestServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Serves requests on a real socket. */
export function listen(
  handler: (request: Request) => Response | Promise<Response>,
): TestServer {
  const ended = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: ended.signal },
    (request) => handler(request),
  );
  const close = async () => {
    ended.abort();
    await server.finished;
  };
  return { url: `http://127.0.0.1:${server.addr.port}`, port: server.addr.port, close };
}

/** A server as the upstream of another one. */
export function upstreamOf(server: Pick<TestServer, "url">, timeout = 10_000): Upstream {
  return createNetworkUpstream({ baseUrl: server.url, fetch: (request) => fetch(request), timeout });
}

/** An upstream behind the network, of which a function answers the requests. */
export function upstreamAnswering(fetch: SendRequest, timeout = 10_000): Upstream {
  return createNetworkUpstream({ baseUrl: "http://localhost", fetch, timeout });
}

/**
 * A TCP listener that sends the same bytes on every connection and keeps it open until closed, which no server library
 * does.
 */
export function listenRaw(answer: string): TestServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const connection of listener) {
      connections.push(connection);
      await connection.read(new Uint8Array(65_536));
      await connection.write(new TextEncoder().encode(answer));
    }
  })();
  const { port } = listener.addr as Deno.NetAddr;
  const close = async () => {
    listener.close();
    await accepting;
    for (const connection of connections) connection.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** A response that never ends, and how many parts of 64 KiB of it were taken. */
export function createEndless(): { respond(): Response; taken(): number } {
  let count = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    count++;
    controller.enqueue(new Uint8Array(65_536));
  };
  const headers = { "Content-Type": "application/json" };
  return { respond: () => new Response(new ReadableStream({ pull }), { headers }), taken: () => count };
}

/** Sends the lines of a request unchanged, and returns the raw response. */
export async function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode([...lines, "Connection: close", "", ""].join("\r\n")));
  return await new Response(connection.readable, {}).text();
}
