import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request in place of being passed on: an answer 503, no answer at all, a connection that is closed
 * at once, the whole answer's headers with half of its body, or a connection that is closed while the request goes on its
 * way to arrive late.
 */
export type Fault = "busy" | "stall" | "hang up" | "cut short" | "late";

/** A gateway to an HTTP server, on loopback, that fails as it is told. */
export interface FaultyGateway extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  /** What is to happen to the next requests, in order; those that follow are passed on. */
  readonly faults: Fault[];
  /** How many requests there were. */
  count(): number;
  /** Fulfils when a request has met a stall. */
  stalled(): Promise<void>;
  /** Passes on what is late. */
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
      late.push(() => passOnLate(target, incoming));
      return void incoming.socket.destroy();
    }
    if (fault === "busy") return void incoming.resume().on("end", () => answerBusy(outgoing));
    passOn(target, incoming, outgoing, fault === "cut short");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    count: () => count,
    stalled: () => stall.promise,
    async arrive() {
      for (const passOn of late.splice(0)) await passOn();
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

/** A request without a body. */
async function passOnLate(target: string, { method, headers, url }: IncomingMessage): Promise<void> {
  const passed = request(target + url, { method: method!, headers }).end();
  const [answer] = await once(passed, "response");
  await once(answer.resume(), "end");
}

/** The headers are passed on as they are, the host too: they are signed. */
function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cutShort: boolean,
): void {
  const { method, headers, url } = incoming;
  const passed = request(target + url, { method: method!, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    if (!cutShort) return void answer.pipe(outgoing);
    answer.once("data", (bytes: Uint8Array) => {
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy());
      answer.destroy();
    });
  });
  passed.on("error", () => outgoing.destroy()); // who asked has given up in the middle of the request
  incoming.pipe(passed);
}
