/** The address of a page: a subset of `location`. */
type PageAddress = Pick<URL, "protocol" | "hostname" | "port" | "origin">;

/**
 * The origins of the frames that show cards. On loopback each frame has a name of its own, such as
 * `frame-1-0-5f0e2c31.localhost`, which browsers resolve to loopback and take for another site: they run the frame in
 * another process than the page and the other frames, so that an endless loop of a widget stops only its frame. A page that
 * is loaded again uses other names, since the process of the former page may still be there.
 */
export class FrameSites {
  readonly #page: PageAddress;
  readonly #isApart: boolean;
  // Not by `randomUUID`, which a page without TLS does not have.
  readonly #visit = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, "0");
  /** How many frames of a place were left because they did not respond. */
  readonly #left = new Map<number, number>();

  /** @param isApart whether the server accepts such frames */
  constructor(page: PageAddress, isApart: boolean) {
    this.#page = page;
    this.#isApart = isApart && isLoopback(page.hostname);
  }

  /** The origin of the frame of a place, which counts from 0; the page's own where a frame cannot be apart. */
  originOf(place: number): string {
    const { protocol, port, origin } = this.#page;
    if (!this.#isApart) return origin;
    const name = `frame-${place}-${this.#left.get(place) ?? 0}-${this.#visit}.localhost`;
    return new URL(`${protocol}//${name}:${port}`).origin;
  }

  /** Gives the next frame of a place another site: the process of this one does not respond. */
  leave(place: number): void {
    this.#left.set(place, (this.#left.get(place) ?? 0) + 1);
  }
}

/** Whether an origin is one of the names of this machine by which the page's own server is reached. */
export function isSameServer(origin: string, page: PageAddress): boolean {
  const other = URL.parse(origin);
  if (other === null) return false;
  if (other.origin === page.origin) return true;
  const areLoopback = isLoopback(other.hostname) && isLoopback(page.hostname);
  return areLoopback && other.protocol === page.protocol && other.port === page.port;
}

function isLoopback(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
