/** A network to imitate. */
export interface NetworkConditions {
  /** One way, in milliseconds. */
  readonly latency: number;
  /** Towards the browser, in bytes per second, shared by all connections. */
  readonly bandwidth: number;
}

/**
 * Forwards TCP connections to a port with the latency and the bandwidth of a slow network. The browser's own throttling
 * does not cover a frame of another process from its first request on; a proxy treats every contender alike.
 */
export class ThrottledProxy {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #target: number;
  readonly #conditions: NetworkConditions;
  /** When the line is free again, in milliseconds of `performance.now()`. */
  #freeAt = 0;

  /** Begins to accept connections. */
  constructor(target: number, conditions: NetworkConditions) {
    this.#target = target;
    this.#conditions = conditions;
    void this.#accept();
  }

  /** The port to connect to. */
  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /** Stops accepting connections. */
  close(): void {
    this.#listener.close();
  }

  async #accept(): Promise<void> {
    try {
      for await (const browser of this.#listener) void this.#forward(browser).catch(() => {});
    } catch {
      // The listener was closed.
    }
  }

  async #forward(browser: Deno.TcpConn): Promise<void> {
    const { latency } = this.#conditions;
    // A handshake takes one round trip.
    await pause(2 * latency);
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
    await Promise.allSettled([
      copy(browser, server, () => performance.now() + latency),
      copy(server, browser, (size) => this.#occupyLine(size) + latency),
    ]);
    for (const connection of [browser, server]) close(connection);
  }

  /** When a chunk has been sent over the shared line. */
  #occupyLine(size: number): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + size / this.#conditions.bandwidth * 1000;
    return this.#freeAt;
  }
}

/** The size of a chunk in bytes, small enough that connections share the line. */
const CHUNK_BYTES = 4096;

/** Copies bytes, each chunk written at its time of arrival, while further ones are read. */
async function copy(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  arrivalOf: (size: number) => number,
): Promise<void> {
  let written: Promise<unknown> = Promise.resolve();
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let size = await from.read(buffer); size !== null; size = await from.read(buffer)) {
    const chunk = buffer.slice(0, size);
    const arrival = arrivalOf(size);
    written = written.then(async () => {
      await pause(arrival - performance.now());
      await to.write(chunk);
    });
    written.catch(() => {});
  }
  await written;
  await to.closeWrite();
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // The other side has closed it.
  }
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
