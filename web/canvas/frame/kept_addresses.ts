import { takeGetter, takeMethod } from "./native_members.ts";

/** The addresses of links, in place of which elements have a fragment. */
export interface KeptAddresses {
  /** Keeps an address. Returns the fragment in its place. */
  keep(address: string): string;
  /** The address in whose place a fragment is; any other text as it is. */
  read(text: string): string;
}

/** What an attribute of an element may hold in place of a text. Without an element: of whichever it is given to. */
export type WriteAttribute = (element: Element | null, name: string, text: string) => string;

const PREFIX = "#tck-link-";

/** The limit of different addresses that are kept. A link that has an older one opens nothing. */
const MAX_ADDRESSES = 10_000;

/** What loads nothing, and is the address of nothing. */
const NOTHING = "data:,";

/** The names of attributes with an address, also with the prefix of a namespace, or with the name of an attribute that changes. */
const ADDRESSES =
  /^(?:[^:]*:)?(?:href|attributename|src|srcset|imagesrcset|poster|background|cite|longdesc|lowsrc|dynsrc|ping|data|codebase|classid|archive|http-equiv)$/i;

const HREF = /^(?:[^:]*:)?href$/i;
const SETS = /(?:srcset|ping|archive)$/i;
const ANIMATED = /^attributename$/i;
const HEADER = /^http-equiv$/i;
const OF_OBJECTS = /^(?:data|codebase|classid|archive|http-equiv)$/i;
const FRAGMENT = /^#/;
const HREF_OF_ANIMATION = /href\s*$/i;
/** Addresses that need no server. */
const OWN = /^\s*(?:#|blob:|data:|$)/i;
/** A candidate of a set that needs a server: neither an address of these, nor a size after one. */
const FOREIGN = /(?:^|\s)(?!,*(?:blob:|data:|[\d.]+[wxh],*(?:blob:|data:|\s|$)|\s|$))\S/i;

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

const exec = takeMethod(RegExp.prototype, "exec");
const get = takeMethod(Map.prototype, "get") as (map: Map<string, string>, key: string) => string | undefined;
const set = takeMethod(Map.prototype, "set");
const remove = takeMethod(Map.prototype, "delete");
const readName = takeGetter(Element.prototype, "localName");
const readNamespace = takeGetter(Element.prototype, "namespaceURI");

/** Keeps addresses. No card can change what is kept. */
export function keepAddresses(): KeptAddresses {
  const fragments = new Map<string, string>();
  const addresses = new Map<string, string>();
  let [oldest, next] = [0, 0];
  return {
    keep(address) {
      const known = get(fragments, address);
      if (known !== undefined) return known;
      const fragment = PREFIX + next++;
      set(fragments, address, fragment);
      set(addresses, fragment, address);
      if (next - oldest > MAX_ADDRESSES) {
        const forgotten = PREFIX + oldest++;
        remove(fragments, get(addresses, forgotten)!);
        remove(addresses, forgotten);
      }
      return fragment;
    },
    read: (text) => get(addresses, text) ?? text,
  };
}

/** Whether an attribute of a name can hold an address, or animate one that does. */
export function holdsAddress(name: string): boolean {
  return exec(ADDRESSES, name) !== null;
}

/** Whether an attribute of a name holds the address of a link. */
export function holdsLink(name: string): boolean {
  return exec(HREF, name) !== null;
}

/**
 * Decides what attributes hold that a browser takes an address from: a link has a fragment of its own in place of an address, and
 * what would load something has nothing that needs a server. The document's policy loads none of that, but the browser's own
 * commands, such as "Save page as", have no policy.
 */
export function writeInert({ keep }: Pick<KeptAddresses, "keep">): WriteAttribute {
  return (element, name, text) => {
    if (exec(HREF, name) !== null) {
      if (exec(FRAGMENT, text) !== null) return text;
      if (element === null || isLinkElement(element)) return keep(text);
      return exec(OWN, text) === null ? NOTHING : text;
    }
    if (exec(ANIMATED, name) !== null) return exec(HREF_OF_ANIMATION, text) === null ? text : "";
    if (exec(HEADER, name) !== null) return "";
    if (element !== null && exec(OF_OBJECTS, name) !== null && readName(element) !== "object") return text;
    if (exec(SETS, name) !== null) return exec(FOREIGN, text) === null ? text : "";
    return exec(OWN, text) === null ? NOTHING : text;
  };
}

/** Whether an address of the element is followed, and not loaded: that of an unknown element is followed in Firefox. */
function isLinkElement(element: Element): boolean {
  const [namespace, name] = [readNamespace(element), readName(element)];
  if (namespace === SVG) return name === "a";
  return namespace !== HTML || name !== "link" && name !== "base";
}
