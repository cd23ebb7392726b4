import { type Sha384, sha384, sha384Base64Url } from "../bytes/mod.ts";

/** The contents of an envelope's entries by name, in order. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** The hashes of entries: SHA-384 in base64url, each computed at most once. */
export class ContentHashes {
  readonly contents: Contents;
  readonly #digest: Sha384;
  readonly #known = new Map<string, string>();

  constructor(contents: Contents, digest: Sha384 = sha384) {
    this.contents = contents;
    this.#digest = digest;
  }

  /** The hash of an entry, or null without such an entry. */
  async of(name: string): Promise<string | null> {
    const content = this.contents.get(name);
    if (content === undefined) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const hash = await sha384Base64Url(content, this.#digest);
    this.#known.set(name, hash);
    return hash;
  }
}
