import { type Sha384, sha384, sha384Base64Url } from "../bytes/mod.ts";

/** The contents of an envelope's entries by name, in order. */
export type Contents = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The hashes of entries: SHA-384 in base64url, each computed at most once. */
export class ContentHashes {
  readonly contents: Contents;
  readonly #digest: Sha384;
  readonly #known = new Map<string, Promise<string>>();

  constructor(contents: Contents, digest: Sha384 = sha384) {
    this.contents = contents;
    this.#digest = digest;
  }

  /** The hash of an entry, or null without such an entry. */
  async of(name: string): Promise<string | null> {
    const content = this.contents.get(name);
    if (content === undefined) return null;
    const hash = this.#known.get(name) ?? sha384Base64Url(content, this.#digest);
    this.#known.set(name, hash);
    return await hash;
  }

  /** Begins to compute hashes: Web Crypto computes several side by side. */
  begin(names: readonly string[]): void {
    for (const name of names) this.of(name).catch(() => {}); // The next call of `of` throws the error.
  }
}
