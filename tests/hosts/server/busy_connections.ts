import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../waiting/mod.ts";

/** What the clients of a server that is restarted have seen. */
export interface BusyReport {
  /** Responses that arrived completely. */
  answered: number;
  /** Why requests that were sent got no whole response. */
  reset: string[];
}

/** Clients that send one request after another on a connection of their own, until they are stopped. */
export interface BusyConnections {
  /** Waits until every client has got another response. */
  answeredOnce(): Promise<void>;
  stop(): Promise<BusyReport>;
}

/**
 * Starts clients on plain sockets, which repeat nothing on their own. Each connects again after `Connection: close`, and
 * while nothing listens, as a load balancer does that has another server.
 */
export function startBusyConnections(url: string, count: number): BusyConnections {
  const report: BusyReport = { answered: 0, reset: [] };
  const answers = new Array<number>(count).fill(0);
  let isStopped = false;
  const run = async (index: number): Promise<void> => {
    while (!isStopped) {
      const socket = await open(url);
      if (socket === null) await sleep(20); // timer: a client that tries again
      else {
        for await (const failure of sendRequests(socket, url)) {
          if (failure !== null) report.reset.push(failure);
          else {
            report.answered++;
            answers[index]!++;
          }
          if (isStopped) break;
        }
        socket.destroy();
      }
    }
  };
  const clients = Array.from(answers, (_, index) => run(index));
  return {
    async answeredOnce() {
      const before = [...answers];
      await until(
        "every client has another response",
        () => answers.every((answered, index) => answered > before[index]!),
      );
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return report;
    },
  };
}

/** A connection, or null if nothing listens. */
async function open(url: string): Promise<Socket | null> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding("latin1");
  const isOpen = await once(socket, "connect").then(() => true, () => false);
  if (isOpen && socket.localPort !== socket.remotePort) return socket;
  socket.destroy(); // TCP can connect a port to itself.
  return null;
}

/** Sends requests until the server ends the connection. Yields null for each whole response, or why there is none. */
async function* sendRequests(socket: Socket, url: string): AsyncGenerator<string | null> {
  const { pathname } = new URL(url);
  let text = "";
  let failure = "the connection was closed";
  let changed = Promise.withResolvers<void>();
  const report = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  socket.on("data", (chunk: string) => (text += chunk, report()));
  socket.on("error", ({ message }) => (failure = message, report()));
  socket.on("close", report);
  for (;;) {
    text = "";
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    while (!isWhole(text) && !socket.closed && !socket.errored) await changed.promise;
    if (!isWhole(text)) return yield failure;
    yield null;
    if (/^connection: close\r$/im.test(text)) return;
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const [, length] = /^content-length: (\d+)\r$/im.exec(text) ?? [];
  return end >= 0 && length !== undefined && text.length >= end + 4 + Number(length);
}
