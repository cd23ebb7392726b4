import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";

/** The interval between two checks that a server accepts connections, in milliseconds. */
const INTERVAL_MS = 5_000;

/**
 * How many checks in a row may find their connection waiting. A process that was only busy accepts it before the next
 * check.
 */
const PATIENCE = 2;

/** Options of a watch: whom it reports to, and how often it looks. */
export interface AcceptingOptions {
  /** Called with what has happened, after the server has begun to listen again. */
  readonly onListensAgain: (message: string) => void;
  /** In milliseconds. @default 5000 */
  readonly interval?: number | undefined;
}

/**
 * Keeps a server accepting connections. On Deno, a server that once had no file descriptor for a connection accepts
 * none any more, without an event. When no connection has arrived for a while, the watch opens one; if that is not
 * accepted either, the server listens again. Open connections stay open.
 */
export class AcceptingWatch {
  readonly #server: NetServer;
  readonly #options: AcceptingOptions;
  readonly #place: { readonly port: number; readonly host: string };
  readonly #timer: ReturnType<typeof setInterval>;
  #hasAccepted = false;
  #asking: Socket | null = null;
  #found = 0;

  /** @param server which listens, and whose connections are accepted by nothing else */
  constructor(server: NetServer, options: AcceptingOptions) {
    const { port, address } = server.address() as AddressInfo;
    this.#server = server;
    this.#options = options;
    this.#place = { port, host: address };
    server.on("connection", () => {
      this.#hasAccepted = true;
      this.#endAsking();
    });
    this.#timer = setInterval(() => this.#look(), options.interval ?? INTERVAL_MS);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#endAsking();
  }

  #look(): void {
    if (!this.#server.listening) this.#listen();
    else if (this.#hasAccepted) this.#hasAccepted = false;
    else if (this.#asking === null) this.#ask();
    else if (++this.#found === PATIENCE) {
      this.#endAsking();
      // The method of an HTTP server also closes the connections that are idle.
      NetServer.prototype.close.call(this.#server);
      this.#listen();
    }
  }

  #ask(): void {
    const { port, host } = this.#place;
    const asking = connect(port, REACHABLE.get(host) ?? host);
    // Without a descriptor for it, or the right to connect, nothing is known.
    asking.on("error", () => this.#asking === asking && this.#endAsking());
    this.#asking = asking;
  }

  #endAsking(): void {
    this.#asking?.destroy();
    this.#asking = null;
    this.#found = 0;
  }

  /** Listens again. If that fails, because there is no descriptor yet, the next look does it. */
  #listen(): void {
    const server = this.#server;
    const tell = () => {
      server.off("error", fail);
      const what = `The server accepted no connections on port ${this.#place.port} and listens again`;
      this.#options.onListensAgain(`${what}: it had no file descriptor for one; ${ADVICE}`);
    };
    const fail = () => void server.off("listening", tell);
    server.once("listening", tell).once("error", fail);
    server.listen(this.#place);
  }
}

/** A server that listens on all addresses is reached by the loopback address. */
const REACHABLE: ReadonlyMap<string, string> = new Map([["0.0.0.0", "127.0.0.1"], ["::", "::1"]]);

const ADVICE = "raise the limit of open files (LimitNOFILE), or limit the connections in the reverse proxy";
