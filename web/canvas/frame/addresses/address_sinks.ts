import { followAddresses } from "./followed_addresses.ts";
import {
  holdsAddress,
  keepAddresses,
  type KeptAddresses,
  type WriteAttribute,
  writeInert,
} from "./kept_addresses.ts";
import { keepLinkProperties } from "./link_properties.ts";
import { takeGetter, takeMethod } from "../native_members.ts";
import { replaceMethod, replaceProperty, takeProperty } from "../replaced_members.ts";
import { acceptMarkup } from "./parsed_markup.ts";
import { parseAddresses, type ParsedAddresses } from "./written_addresses.ts";

/** The addresses of a document's links, which its elements do not have. */
export interface LinkAddresses extends Pick<KeptAddresses, "read">, Pick<ParsedAddresses, "mark"> {}

const ATTRIBUTE = 2;

const CREATE_LINK = /^createlink$/i;
const INSERT_IMAGE = /^insertimage$/i;
const INSERT_MARKUP = /^inserthtml$/i;

const exec = takeMethod(RegExp.prototype, "exec");
const readType = takeGetter(Node.prototype, "nodeType");
const readName = takeGetter(Attr.prototype, "name");
const createAttribute = takeMethod(Document.prototype, "createAttributeNS");
const readOwner = takeGetter(Attr.prototype, "ownerElement");
const attributeValue = takeProperty(Attr.prototype, "value");

/**
 * Keeps the addresses of links out of the document: an element of a card has a fragment in place of each. A browser reads
 * addresses for commands of its own, of which no event says anything, such as those of its menus, its preview of a link, and "Save page as". What a
 * script sets is replaced before an element has it, and what is missed when the script has ended. Scripts get what they have set
 * by `getAttribute`, the properties of links and the value of an attribute.
 *
 * Called before any widget runs.
 */
export function keepLinkAddresses(): LinkAddresses {
  const kept = keepAddresses();
  const write = writeInert(kept);
  const parsed = parseAddresses(write);
  keepAttributes(kept.read, write);
  keepAttributeNodes(kept.read, write);
  keepLinkProperties(kept.read, write);
  keepCreatedLinks(write, parsed.mark);
  acceptMarkup(parsed);
  followAddresses(parsed);
  return { read: kept.read, mark: parsed.mark };
}

function keepAttributes(read: KeptAddresses["read"], write: WriteAttribute): void {
  // Each is converted once, since an object can give another text each time.
  const writeValue = (owner: unknown, name: string, value: unknown) =>
    holdsAddress(name) ? write(owner as Element, name, `${value}`) : value;
  replaceMethod(Element.prototype, "setAttribute", (native) => (owner, name, value) => {
    const text = `${name}`;
    return native(owner, text, writeValue(owner, text, value));
  });
  replaceMethod(Element.prototype, "setAttributeNS", (native) => (owner, namespace, name, value) => {
    const space = namespace === null || namespace === undefined ? null : `${namespace}`;
    const text = `${name}`;
    // Browsers differ in what they make of a name with two colons.
    const made = readName(createAttribute(document, space, text));
    return native(owner, space, text, writeValue(owner, made, value));
  });
  for (const method of ["getAttribute", "getAttributeNS"]) {
    replaceMethod(Element.prototype, method, (native) => (owner, first, second) => {
      const value = native(owner, first, second);
      return typeof value === "string" ? read(value) : value;
    });
  }
}

function keepAttributeNodes(read: KeptAddresses["read"], write: WriteAttribute): void {
  const writeNode = (attribute: Attr, owner: Element | null, value: string) => {
    const name = readName(attribute);
    attributeValue.set(attribute, holdsAddress(name) ? write(owner, name, value) : value);
  };
  /** An attribute without an element has what it was given. */
  const writeBefore = (attribute: unknown, owner: Element | null) => {
    if (readOwner(attribute as Attr) === null) {
      writeNode(attribute as Attr, owner, attributeValue.get(attribute) as string);
    }
  };
  const setValue = (attribute: unknown, value: string) => {
    const owner = readOwner(attribute as Attr);
    if (owner === null) attributeValue.set(attribute, value);
    else writeNode(attribute as Attr, owner, value);
  };
  for (const method of ["setAttributeNode", "setAttributeNodeNS"]) {
    replaceMethod(Element.prototype, method, (native) => (owner, attribute) => {
      writeBefore(attribute, owner as Element);
      return native(owner, attribute);
    });
  }
  for (const method of ["setNamedItem", "setNamedItemNS"]) {
    replaceMethod(NamedNodeMap.prototype, method, (native) => (owner, attribute) => {
      writeBefore(attribute, null);
      return native(owner, attribute);
    });
  }
  replaceProperty(Attr.prototype, "value", ({ get }) => ({
    get: (owner) => read(get(owner) as string),
    set: (owner, value) => setValue(owner, `${value}`),
  }));
  for (const name of ["nodeValue", "textContent"]) {
    replaceProperty(Node.prototype, name, ({ set }) => ({
      set: (owner, value) => {
        if (readType(owner as Node) === ATTRIBUTE) setValue(owner, value === null ? "" : `${value}`);
        else set(owner, value);
      },
    }));
  }
}

/** An editor's commands make links and pictures too. */
function keepCreatedLinks(write: WriteAttribute, mark: ParsedAddresses["mark"]): void {
  const change = (command: string, value: unknown) => {
    if (exec(CREATE_LINK, command) !== null) return write(null, "href", `${value}`);
    if (exec(INSERT_IMAGE, command) !== null) return write(null, "src", `${value}`);
    return exec(INSERT_MARKUP, command) === null ? value : mark(`${value}`);
  };
  replaceMethod(Document.prototype, "execCommand", (native) => (owner, command, showUi, value) => {
    const name = `${command}`;
    return native(owner, name, showUi, change(name, value));
  });
}
