import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request instead of being forwarded: a response 503, no response, a connection that is closed at once,
 * a response whose body is cut in half, or a connection that is closed while the request is kept to arrive late.
 */
export type Fault = "busy" | "stall" | "hang up" | "cut short" | "late";

/** A gateway to an HTTP server, on loopback, that fails on request. */
export interface FaultyGateway extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  /** The faults of the next requests, in order; later requests are forwarded. */
  readonly faults: Fault[];
  /** How many requests there were. */
  count(): number;
  /** Resolves when a request is stalled. */
  stalled(): Promise<void>;
  /** Forwards the requests that are late. */
  arrive(): Promise<void>;
}

/** Starts a gateway to `http://HOST:PORT`. */
export async function startFaultyGateway(target: string): Promise<FaultyGateway> {
  const faults: Fault[] = [];
  const stall = Promise.withResolvers<void>();
  const late: (() => Promise<void>)[] = [];
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count++;
    const fault = faults.shift();
    if (fault === "hang up") return void incoming.socket.destroy();
    if (fault === "stall") return stall.resolve();
    if (fault === "late") {
      late.push(() => forwardLate(target, incoming));
      return void incoming.socket.destroy();
    }
    if (fault === "busy") return void incoming.resume().on("end", () => answerBusy(outgoing));
    forward(target, incoming, outgoing, fault === "cut short");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    count: () => count,
    stalled: () => stall.promise,
    async arrive() {
      for (const request of late.splice(0)) await request();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerBusy(outgoing: ServerResponse): void {
  outgoing.writeHead(503, { "Content-Type": "application/xml" });
  outgoing.end("<Error><Code>SlowDown</Code></Error>");
}

/** Forwards a request that has no body. */
async function forwardLate(target: string, { method, headers, url }: IncomingMessage): Promise<void> {
  const forwarded = request(target + url, { method: method!, headers }).end();
  const [answer] = await once(forwarded, "response");
  await once(answer.resume(), "end");
}

/** Forwards a request with its headers as they are, the host included: they are signed. */
function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cutShort: boolean,
): void {
  const { method, headers, url } = incoming;
  const forwarded = request(target + url, { method: method!, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    if (!cutShort) return void answer.pipe(outgoing);
    answer.once("data", (bytes: Uint8Array) => {
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy());
      answer.destroy();
    });
  });
  forwarded.on("error", () => outgoing.destroy()); // the client has aborted the request
  incoming.pipe(forwarded);
}
