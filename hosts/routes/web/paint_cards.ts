import { LRUCache } from "lru-cache";
import { parseKitLine } from "../../../core/contract/mod.ts";
import { isBundleHash } from "../../../core/naming/mod.ts";
import type { Tckb } from "../../../core/tckb/mod.ts";
import {
  type CardContent,
  type CardReader,
  type CardSource,
  SERVING_THREAD_PAINT_LIMITS,
  writeCard,
} from "../../../web/canvas/paint/mod.ts";
import { pauseWork, startTimeLimit, systemClock } from "../../time/mod.ts";
import { nameUser, type User } from "../bundles/permission.ts";
import { unpackBundle } from "../bundles/unpack.ts";
import { type BundleDependencies, readEnvelope } from "../bundles/verified_bytes.ts";
import { toProblem } from "../http/problem.ts";

/** What writes cards as a document may have them: they are a stranger's text. */
export interface CardWriter {
  /** @returns null for a card that exceeds a limit, "later" where too many wait, or where it was not written in time */
  write(source: CardSource, reader: CardReader, user: string): Promise<CardContent | null | "later">;
}

/** Writes cards on the thread that answers requests, for a runtime without another: so they have smaller limits. */
const SERVING_THREAD_WRITER: CardWriter = {
  write: async (source, reader) => {
    await pauseWork();
    return writeCard(source, reader, SERVING_THREAD_PAINT_LIMITS);
  },
};

export interface PaintCardsDependencies extends BundleDependencies {
  /** Writes the cards of first views; absent: the thread that answers requests does, with smaller limits. */
  cardWriter?: CardWriter | undefined;
}

/** A card of a bundle that was written for somebody. */
export interface WrittenCard {
  /** Null where the bundle has no markup in the language, or too much. */
  readonly content: CardContent | null;
  /** Whether the bundle is of the kit's bundler. */
  readonly isFitted: boolean;
}

/** A card to be written, in the language in which its reader sees it. */
export interface WantedCard {
  readonly hash: string;
  readonly locale: string;
  readonly reader: CardReader;
}

/** The bytes of written cards that are kept (16 MiB). */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** How long a document waits for its cards, in milliseconds: what is not there by then is painted by its own code sooner. */
const MAX_WAITING_MS = 3_000;

/** A text in which the time or its zone has a part is kept for a minute. */
const MINUTE_MS = 60_000;

/**
 * Reads the cards of a first view. The caller has asked the cloud for the batch: a user may read the bundles of a batch that is
 * listed for them.
 */
export class PaintCards {
  readonly #deps: PaintCardsDependencies;
  readonly #kept = new LRUCache<string, WrittenCard>({
    maxSize: MAX_KEPT_BYTES,
    // Two bytes for each character of all that is kept, the key included.
    sizeCalculation: ({ content }, key) =>
      200 + 2 * [key, ...Object.values(content ?? {})].reduce((sum, text) => sum + text.length, 0),
  });

  constructor(deps: PaintCardsDependencies) {
    this.#deps = deps;
  }

  /** The cards in their order; those that are not there in time, or cannot be read, have no content. */
  async read(cards: readonly WantedCard[], user: User): Promise<WrittenCard[]> {
    const name = await nameUser(this.#deps.bearers, user.bearer);
    using limit = startTimeLimit(systemClock, MAX_WAITING_MS);
    const late = new Promise<WrittenCard>((resolve) => {
      limit.signal.addEventListener("abort", () => resolve(NOTHING), { once: true });
    });
    return await Promise.all(cards.map((card) => Promise.race([this.#tryRead(card, user, name), late])));
  }

  async #tryRead(card: WantedCard, user: User, name: string): Promise<WrittenCard> {
    const [key, timed] = keysOf(card);
    const kept = this.#kept.get(key) ?? this.#kept.get(timed);
    if (kept !== undefined) return kept;
    try {
      const written = await this.#write(card, user, name);
      if (written === "later") return NOTHING;
      const hasTimes = written.content?.html.includes("data-format=") ?? false;
      this.#kept.set(hasTimes ? timed : key, written);
      return written;
    } catch (error) {
      toProblem(error, this.#deps.log);
      return NOTHING;
    }
  }

  async #write(
    { hash, locale, reader }: WantedCard,
    user: User,
    name: string,
  ): Promise<WrittenCard | "later"> {
    if (!isBundleHash(hash)) return NOTHING;
    const tckb = await unpackBundle(await readEnvelope(this.#deps, hash, user), hash, this.#deps.codec);
    const isFitted = parseKitLine(decode(tckb.module.subarray(0, BANNER_BYTES))) !== null;
    const source = readSource(tckb, locale);
    if (source === null) return { content: null, isFitted };
    const { cardWriter = SERVING_THREAD_WRITER } = this.#deps;
    const content = await cardWriter.write(source, reader, name);
    return content === "later" ? content : { content, isFitted };
  }
}

const NOTHING: WrittenCard = { content: null, isFitted: true };

/** The lines of a module before its code. */
const BANNER_BYTES = 1_024;

/** The key of a card that is the same for everybody, and of one that is not. */
function keysOf({ hash, locale, reader: { formatLocale, timeZone, now } }: WantedCard): [string, string] {
  const key = `${hash} ${locale}`;
  return [key, `${key} ${formatLocale} ${timeZone} ${Math.floor(now / MINUTE_MS)}`];
}

/** Styles that the bundle hash does not cover may be anybody's. */
function readSource({ cards, css, propertiesCss, cssCovered }: Tckb, locale: string): CardSource | null {
  const markup = cards.get(locale);
  if (markup === undefined) return null;
  const sheet = (bytes: Uint8Array | null) => bytes === null || !cssCovered ? "" : decode(bytes);
  return { markup: decode(markup), css: sheet(css), propertiesCss: sheet(propertiesCss) };
}

/** As `Response.text()` decodes: without a byte order mark, and with U+FFFD for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
