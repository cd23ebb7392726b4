import { takeGetter, takeMethod } from "../native_members.ts";

/** The addresses of links, in place of which elements have a fragment. */
export interface KeptAddresses {
  /**
   * Keeps an address as long as the element that has it, or one that has got its fragment; without an element, until 10,000
   * other addresses are kept. Returns the fragment in its place.
   */
  keep(element: Element | null, name: string, address: string): string;
  /** The address in whose place a fragment is; any other text as it is. */
  read(text: string): string;
}

/** What an attribute of an element may hold in place of a text. Without an element: of whichever it is given to. */
export type WriteAttribute = (element: Element | null, name: string, text: string) => string;

const PREFIX = "#tck-link-";

/** The most forbidden addresses that are kept. */
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
const PREFIXED = /:/;
const HREF_OF_ANIMATION = /href\s*$/i;
/** Addresses that need no server. */
const OWN = /^\s*(?:#|blob:|data:|$)/i;
/** A candidate of a set that needs a server: neither an address of these, nor a size after one. */
const FOREIGN = /(?:^|\s)(?!,*(?:blob:|data:|[\d.]+[wxh],*(?:blob:|data:|\s|$)|\s|$))\S/i;

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

const exec = takeMethod(RegExp.prototype, "exec");
const get = takeMethod(Map.prototype, "get") as <Value>(
  map: Map<unknown, Value>,
  key: unknown,
) => Value | undefined;
const set = takeMethod(Map.prototype, "set");
const remove = takeMethod(Map.prototype, "delete");
const hold = takeMethod(WeakMap.prototype, "set");
const deref = takeMethod(WeakRef.prototype, "deref") as (
  reference: WeakRef<KeptAddress>,
) => KeptAddress | undefined;
const register = takeMethod(FinalizationRegistry.prototype, "register");
const Reference = WeakRef;
const readName = takeGetter(Element.prototype, "localName");
const readNamespace = takeGetter(Element.prototype, "namespaceURI");

/** Lives as long as an element that has its fragment. */
interface KeptAddress {
  readonly address: string;
  readonly fragment: string;
}

/** Keeps addresses. No card can change what is kept, nor end what an element of another one has. */
export function keepAddresses(): KeptAddresses {
  const ofAddresses = new Map<string, WeakRef<KeptAddress>>();
  const ofFragments = new Map<string, WeakRef<KeptAddress>>();
  const ofElements = new WeakMap<Element, KeptAddress>();
  /** Those of attributes with a prefix: a link of a picture can have both. */
  const ofPrefixed = new WeakMap<Element, KeptAddress>();
  const newest = new Map<number, KeptAddress>();
  let next = 0;
  const find = (map: Map<string, WeakRef<KeptAddress>>, key: string) => {
    const reference = get(map, key);
    return reference && deref(reference);
  };
  const forgotten = new FinalizationRegistry<KeptAddress>(({ address, fragment }) => {
    remove(ofFragments, fragment);
    // It may have been kept again.
    if (find(ofAddresses, address) === undefined) remove(ofAddresses, address);
  });
  const create = (address: string): KeptAddress => {
    const kept = { address, fragment: PREFIX + next };
    const reference = new Reference(kept);
    set(ofAddresses, address, reference);
    set(ofFragments, kept.fragment, reference);
    register(forgotten, kept, { address, fragment: kept.fragment });
    set(newest, next, kept);
    remove(newest, next++ - MAX_ADDRESSES);
    return kept;
  };
  return {
    keep(element, name, address) {
      const isFragment = exec(FRAGMENT, address) !== null;
      const kept = isFragment ? find(ofFragments, address) : find(ofAddresses, address) ?? create(address);
      if (kept === undefined) return address;
      if (element !== null) hold(exec(PREFIXED, name) === null ? ofElements : ofPrefixed, element, kept);
      return kept.fragment;
    },
    read: (text) => find(ofFragments, text)?.address ?? text,
  };
}

/** Whether an attribute of a name can hold an address, or animate one that does. */
export function holdsAddress(name: string): boolean {
  return exec(ADDRESSES, name) !== null;
}

/**
 * Decides what attributes hold that a browser takes an address from: a link has a fragment of its own in place of an address, and
 * what would load something has nothing that needs a server. The document's policy loads none of that, but the browser's own
 * commands, such as "Save page as", have no policy.
 */
export function writeInert({ keep }: Pick<KeptAddresses, "keep">): WriteAttribute {
  return (element, name, text) => {
    if (exec(HREF, name) !== null) {
      if (element === null || isLinkElement(element)) return keep(element, name, text);
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
