import { encodeBase64Url, sha384 } from "../bytes/mod.ts";
import type { Sha384 } from "../bytes/mod.ts";

/** The content of an envelope's entries, by name, in their order. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** The SHA-384 of entries in base64url, each computed at most once. */
export class ContentHashes {
  readonly contents: Contents;
  readonly #digest: Sha384;
  readonly #known = new Map<string, string>();

  constructor(contents: Contents, digest: Sha384 = sha384) {
    this.contents = contents;
    this.#digest = digest;
  }

  /** The hash of an entry, or null when there is no such entry. */
  async of(name: string): Promise<string | null> {
    const content = this.contents.get(name);
    if (content === undefined) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const hash = encodeBase64Url(await this.#digest(content));
    this.#known.set(name, hash);
    return hash;
  }
}
