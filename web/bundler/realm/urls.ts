import { TextDecoder } from "./text.ts";

/** The parts of an address, as `URL` names them. */
type Parts = { [part: string]: string };

/**
 * Reads an address as the platform does.
 *
 * @param property a part to set to the value first
 * @returns the parts as JSON, or an empty text when the address is none
 */
export type ParseUrl = (text: string, base?: string, property?: string, value?: string) => string;

const READ_ONLY = ["origin"];
const WRITABLE = [
  "href",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];

const { parse: parseJson } = JSON;

/** `URL` and `URLSearchParams` upon the platform's own reader of addresses. */
export function createUrlClasses(parseUrl: ParseUrl): { [name: string]: unknown } {
  /** An error of the platform belongs to another realm and goes no further. */
  const read: (...texts: Parameters<ParseUrl>) => Parts | null = (text, base, property, value) => {
    try {
      return parseJson(parseUrl(text, base, property, value));
    } catch {
      return null;
    }
  };

  class URL {
    #parts: Parts;
    readonly #parameters: URLSearchParams;

    constructor(url: unknown, base?: unknown) {
      const parts = readFrom(url, base);
      if (parts === null) throw new TypeError(`Invalid URL: '${url}'`);
      this.#parts = parts;
      this.#parameters = new URLSearchParams(parts.search);
      onChange.set(this.#parameters, (search) => this.#set("search", search));
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return readFrom(url, base) !== null;
    }

    static parse(url: unknown, base?: unknown): URL | null {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    static {
      for (const name of [...READ_ONLY, ...WRITABLE]) {
        Object.defineProperty(URL.prototype, name, {
          get(this: URL) {
            return this.#parts[name];
          },
          ...(WRITABLE.includes(name) && {
            set(this: URL, value: unknown) {
              this.#set(name, `${value}`);
              reload.get(this.#parameters)!(this.#parts.search!);
            },
          }),
          enumerable: true,
          configurable: true,
        });
      }
    }

    get searchParams(): URLSearchParams {
      return this.#parameters;
    }

    toString(): string {
      return this.#parts.href!;
    }

    toJSON(): string {
      return this.#parts.href!;
    }

    #set(property: string, value: string): void {
      const parts = read(this.#parts.href!, undefined, property, value);
      if (parts) this.#parts = parts;
      else if (property === "href") throw new TypeError(`Invalid URL: '${value}'`);
    }
  }

  function readFrom(url: unknown, base: unknown): Parts | null {
    return read(`${url}`, base === undefined ? undefined : `${base}`);
  }

  return { URL, URLSearchParams };
}

/** How the parameters of an address tell it that they have changed, and are told that it has. */
const onChange = new WeakMap<object, (search: string) => void>();
const reload = new WeakMap<object, (search: string) => void>();

class URLSearchParams {
  #pairs: [string, string][];

  constructor(init: unknown = "") {
    this.#pairs = pairsOf(init);
    reload.set(this, (search) => this.#pairs = pairsOf(search));
  }

  get size(): number {
    return this.#pairs.length;
  }

  get(name: unknown): string | null {
    return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some((pair) => isPair(pair, name, value));
  }

  append(name: unknown, value: unknown): void {
    this.#change([...this.#pairs, [`${name}`, `${value}`]]);
  }

  set(name: unknown, value: unknown): void {
    const first = this.#pairs.findIndex(([key]) => key === `${name}`);
    if (first < 0) return this.append(name, value);
    const pairs = this.#pairs.filter(([key], index) => index === first || key !== `${name}`);
    pairs[first] = [`${name}`, `${value}`];
    this.#change(pairs);
  }

  delete(name: unknown, value?: unknown): void {
    this.#change(this.#pairs.filter((pair) => !isPair(pair, name, value)));
  }

  sort(): void {
    this.#change(this.#pairs.toSorted(([a], [b]) => a < b ? -1 : Number(a > b)));
  }

  forEach(callback: (value: string, name: string, parameters: URLSearchParams) => void): void {
    for (const [name, value] of this.#pairs) callback(value, name, this);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#pairs.map(([name, value]): [string, string] => [name, value]).values();
  }

  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join("&");
  }

  #change(pairs: [string, string][]): void {
    this.#pairs = pairs;
    const search = this.toString();
    onChange.get(this)?.(search);
  }
}

function isPair([key, text]: [string, string], name: unknown, value: unknown): boolean {
  return key === `${name}` && (value === undefined || text === `${value}`);
}

function pairsOf(init: unknown): [string, string][] {
  if (typeof init !== "object" || init === null) return pairsOfText(`${init}`.replace(/^\?/, ""));
  const entries = Symbol.iterator in init ? [...init as Iterable<[unknown, unknown]>] : Object.entries(init);
  return entries.map(([name, value]) => [`${name}`, `${value}`]);
}

function pairsOfText(text: string): [string, string][] {
  return text.split("&").filter((part) => part !== "").map((part) => {
    const [name, ...value] = part.split("=");
    return [decodeForm(name!), decodeForm(value.join("="))];
  });
}

function encodeForm(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replaceAll("%20", "+").replaceAll(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decodeForm(text: string): string {
  return text.replaceAll("+", " ").replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes.slice(1).split("%").map((digits) => parseInt(digits, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}
