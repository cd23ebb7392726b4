import { holdsAddress, type KeptAddresses, type WriteAttribute } from "./kept_addresses.ts";
import { takeGetter, takeMethod } from "../native_members.ts";
import { replaceMethod, replaceProperty, takeProperty } from "../replaced_members.ts";

/** The parts of an address that a link has as properties. */
const PARTS = [
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

const readBase = takeGetter(Node.prototype, "baseURI");
const getAttribute = takeMethod(Element.prototype, "getAttribute");
const setAttribute = takeMethod(Element.prototype, "setAttribute");
const parseUrl = URL.parse.bind(URL);
const readUrl = takeGetter(URL.prototype, "href");
const remember = takeMethod(WeakMap.prototype, "set");
const find = takeMethod(WeakMap.prototype, "get") as (
  elements: WeakMap<object, Element>,
  animated: unknown,
) => Element | undefined;

const INTERFACE = /^(?:HTML|SVG).*Element$/;

/**
 * Keeps the addresses that a script gives to links by their properties, and gives them to scripts. Other elements have no
 * address of a server while the script runs either: Firefox prints a page as it is then, and a picture that has lost its address
 * since is loaded past the policy.
 */
export function keepLinkProperties(read: KeptAddresses["read"], write: WriteAttribute): void {
  /** Elements of SVG have an address in an object that does not know the element. */
  const elements = new WeakMap<object, Element>();
  for (const owner of Object.getOwnPropertyNames(globalThis).filter((name) => INTERFACE.test(name))) {
    const { prototype } = (globalThis as unknown as { [name: string]: { prototype: object } })[owner]!;
    for (const name of Object.getOwnPropertyNames(prototype).filter(holdsAddress)) {
      replaceProperty(prototype, name, ({ get, set }) => ({
        get: (element) => {
          const value = get(element);
          if (typeof value === "object") remember(elements, value as object, element as Element);
          return value;
        },
        set: (element, value) => set(element, write(element as Element, name, `${value}`)),
      }));
    }
  }
  for (const { prototype } of [HTMLAnchorElement, HTMLAreaElement]) keepProperties(prototype, read, write);
  replaceProperty(SVGAnimatedString.prototype, "baseVal", ({ get, set }) => ({
    get: (owner) => read(get(owner) as string),
    set: (owner, value) => {
      const element = find(elements, owner);
      set(owner, element === undefined ? value : write(element, "href", `${value}`));
    },
  }));
}

function keepProperties(
  prototype: HTMLAnchorElement | HTMLAreaElement,
  read: KeptAddresses["read"],
  write: WriteAttribute,
): void {
  const readAddress = (link: unknown) => {
    const text = getAttribute(link as Element, "href");
    return text === null ? null : read(text);
  };
  const parse = (link: unknown) => {
    const address = readAddress(link);
    return address === null ? null : parseUrl(address, readBase(link as Node));
  };
  const readHref = (link: unknown) => {
    const url = parse(link);
    return url === null ? readAddress(link) ?? "" : readUrl(url);
  };
  replaceProperty(prototype, "href", () => ({ get: readHref }));
  replaceMethod(prototype, "toString", () => readHref);
  for (const part of PARTS) {
    const ofUrl = takeProperty(URL.prototype, part);
    replaceProperty(prototype, part, ({ get }) => ({
      get: (owner) => {
        const url = parse(owner);
        return url === null ? get(owner) : ofUrl.get(url);
      },
      set: (owner, value) => {
        const url = parse(owner);
        if (url === null) return;
        ofUrl.set(url, `${value}`);
        setAttribute(owner as Element, "href", write(owner as Element, "href", readUrl(url)));
      },
    }));
  }
}
