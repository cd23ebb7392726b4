import { isLoopbackName } from "../../../core/naming/mod.ts";
import { REVIEW_NAME } from "../../protocol.ts";

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
    this.#isApart = isApart && isLoopbackName(page.hostname);
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

/**
 * The origin of a page of the shell with a query. The review has one of its own, where no card runs: elsewhere a card could
 * send a verdict.
 *
 * @param isApart whether the server accepts such pages
 */
export function originOfQuery(search: string, page: PageAddress, isApart: boolean): string {
  const { protocol, hostname, port, origin } = page;
  if (!isApart || !isLoopbackName(hostname)) return origin;
  const isReview = isReviewQuery(search);
  if (isReview === (hostname === REVIEW_NAME)) return origin;
  return new URL(`${protocol}//${isReview ? REVIEW_NAME : "localhost"}:${port}`).origin;
}

/** Whether a query is that of the review. */
function isReviewQuery(search: string): boolean {
  return new URLSearchParams(search).get("view") === "review";
}

/** Whether an origin is one of the names of this machine by which the page's own server is reached. */
export function isSameServer(origin: string, page: PageAddress): boolean {
  const other = URL.parse(origin);
  if (other === null) return false;
  if (other.origin === page.origin) return true;
  const areLoopback = isLoopbackName(other.hostname) && isLoopbackName(page.hostname);
  return areLoopback && other.protocol === page.protocol && other.port === page.port;
}
