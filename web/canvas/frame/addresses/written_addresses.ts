import { holdsAddress, type WriteAttribute } from "./kept_addresses.ts";
import { isReadBy, takeGetter, takeMethod } from "../native_members.ts";

/** What the name of an attribute ends with that a parser has made. */
const MARK = "-tck-kept";

/**
 * A name that is an attribute's of a link, of a picture, of an animation, of code or of what a header says, wherever a parser would
 * take it for one: it knows no escapes in names.
 */
const NAME =
  /(?:href|src|srcset|poster|background|attributename|http-equiv|on[a-z]{1,40})(?=[\t\n\f\r ]*=)/gi;

/** Attributes that cards have no use for: the document's policy denies both, and a copy of the document has no policy. */
const DENIED_NAME = /^(?:on|http-equiv$)/i;

const MARKED_NAME = /^(.+)-tck-kept$/i;
const ANIMATED = /^attributename$/i;
const LINK_WITH_PREFIX = /^xlink:href$/i;

/** Elements whose attributes are looked at. */
const SUSPECTS =
  "[*|href],[*|href-tck-kept],[*|xlink\\:href-tck-kept],[attributename-tck-kept],[attributeName],[src],[srcset],[imagesrcset]," +
  "[poster],[background],[cite],[longdesc],[lowsrc],[dynsrc],[ping],[http-equiv],object,template";

const [ELEMENT, TEXT, INSTRUCTION, COMMENT, DOCUMENT, FRAGMENT] = [1, 3, 7, 8, 9, 11];

/** What loads a stylesheet when Firefox saves a page, in a document of HTML too. */
const STYLESHEET = /^xml-stylesheet$/i;

const SHOW_INSTRUCTIONS = 0x40;

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

const exec = takeMethod(RegExp.prototype, "exec");
const slice = takeMethod(String.prototype, "slice") as (text: string, start: number, end?: number) => string;
const indexOf = takeMethod(String.prototype, "indexOf") as (
  text: string,
  part: string,
  from?: number,
) => number;
const queryElement = takeMethod(Element.prototype, "querySelectorAll") as Query<Element>;
const queryFragment = takeMethod(DocumentFragment.prototype, "querySelectorAll") as Query<DocumentFragment>;
const queryDocument = takeMethod(Document.prototype, "querySelectorAll") as Query<Document>;
const readLength = takeGetter(NodeList.prototype, "length");
const readType = takeGetter(Node.prototype, "nodeType");
const readFirst = takeGetter(Node.prototype, "firstChild");
const readNext = takeGetter(Node.prototype, "nextSibling");
const readContent = takeGetter(HTMLTemplateElement.prototype, "content");
const readParent = takeGetter(Node.prototype, "parentNode");
const removeChild = takeMethod(Node.prototype, "removeChild");
const createWalker = takeMethod(Document.prototype, "createTreeWalker");
const takeNext = takeMethod(TreeWalker.prototype, "nextNode");
const readTarget = takeGetter(ProcessingInstruction.prototype, "target");
const readName = takeGetter(Element.prototype, "localName");
const readNamespace = takeGetter(Element.prototype, "namespaceURI");
const readAttributes = takeGetter(Element.prototype, "attributes");
const readCount = takeGetter(NamedNodeMap.prototype, "length");
const item = takeMethod(NamedNodeMap.prototype, "item");
const readOwner = takeGetter(Attr.prototype, "ownerElement");
const readAttributeName = takeGetter(Attr.prototype, "name");
const readAttributeNamespace = takeGetter(Attr.prototype, "namespaceURI");
const attributeValue = Object.getOwnPropertyDescriptor(Attr.prototype, "value")!;
const readValue = takeGetter(Attr.prototype, "value");
const writeValue = takeMethod({ set: attributeValue.set! }, "set") as unknown as (
  attribute: Attr,
  value: string,
) => void;
const setAttributeNS = takeMethod(Element.prototype, "setAttributeNS");
const removeAttributeNode = takeMethod(Element.prototype, "removeAttributeNode");
const readData = takeGetter(CharacterData.prototype, "data");
const dataOfText = Object.getOwnPropertyDescriptor(CharacterData.prototype, "data")!;
const writeData = takeMethod({ set: dataOfText.set! }, "set") as unknown as (
  node: CharacterData,
  data: string,
) => void;
type Query<Owner> = (owner: Owner, selectors: string) => NodeListOf<Element>;

/** The addresses in what a parser makes of markup. */
export interface ParsedAddresses {
  /**
   * Gives the attributes of links other names in markup, so that no parser makes an element that has an address: what is
   * parsed is connected, and its code runs, before anything can look at it.
   */
  mark(markup: string): string;
  /** Gives them their names again, with what they may hold, in a node and all below it. */
  write(node: Node): void;
  /** The same, where markup may have been marked, all of which is in the node. */
  writeMarked(node: Node): void;
  /** All markup that was marked has been written. */
  settle(): void;
}

/** @param writeAttribute decides what attributes hold */
export function parseAddresses(writeAttribute: WriteAttribute): ParsedAddresses {
  let marked = 0;
  const write = (node: Node) => {
    // No call for each template within another one: a card can have more of them than calls have room.
    const pending: Pending<Node> = { last: null };
    for (let next: Node | null = node; next !== null; next = take(pending)) {
      const type = readType(next);
      if (type === ELEMENT) writeElement(next as Element, pending);
      if (type === ELEMENT || type === DOCUMENT || type === FRAGMENT) {
        const found = query(next, SUSPECTS);
        for (let index = 0; index < readLength(found); index++) writeElement(found[index]!, pending);
        removeInstructions(next);
      } else if (type === INSTRUCTION) removeInstruction(next as ProcessingInstruction);
    }
    if (marked > 0) unmark(node);
  };
  const writeElement = (element: Element, pending: Pending<Node>) => {
    if (isTemplate(element)) add(pending, readContent(element));
    eachAttribute(element, (attribute) => {
      const name = readAttributeName(attribute);
      const own = exec(MARKED_NAME, name)?.[1];
      if (own !== undefined) rename(element, attribute, own);
      else if (holdsAddress(name)) {
        const value = readValue(attribute);
        const written = writeAttribute(element, name, value);
        if (written !== value) writeValue(attribute, written);
      }
    });
  };
  const rename = (element: Element, attribute: Attr, name: string) => {
    if (readOwner(attribute) !== element) return;
    removeAttributeNode(element, attribute);
    const parsed = readValue(attribute);
    const text = unmarkText(parsed);
    marked -= 1 + (parsed.length - text.length) / MARK.length;
    const value = holdsAddress(name) ? writeAttribute(element, name, text) : text;
    if (exec(DENIED_NAME, name) !== null) return;
    const isAnimated = readNamespace(element) === SVG && exec(ANIMATED, name) !== null;
    const namespace = exec(LINK_WITH_PREFIX, name) === null ? readAttributeNamespace(attribute) : XLINK;
    try {
      setAttributeNS(element, namespace, isAnimated ? "attributeName" : name, value);
    } catch {
      // Names that only a parser makes.
    }
  };
  /** The mark is in texts, or in the names of attributes that no link has. */
  const unmark = (root: Node) => {
    const pending: Pending<Node> = { last: null };
    for (let node: Node | null = root; node !== null; node = take(pending)) {
      unmarkNode(node);
      if (readType(node) === ELEMENT && isTemplate(node as Element)) {
        add(pending, readContent(node as HTMLTemplateElement));
      }
      for (let child = readFirst(node); child !== null; child = readNext(child)) add(pending, child);
    }
  };
  const unmarkNode = (node: Node) => {
    const type = readType(node);
    if (type === TEXT || type === COMMENT) {
      const text = readData(node as CharacterData);
      if (indexOf(text, MARK) >= 0) writeData(node as CharacterData, unmarkText(text));
    } else if (type === ELEMENT) {
      eachAttribute(node as Element, (attribute) => {
        const own = exec(MARKED_NAME, readAttributeName(attribute))?.[1];
        if (own !== undefined) rename(node as Element, attribute, own);
        else if (indexOf(readValue(attribute), MARK) >= 0) {
          writeValue(attribute, unmarkText(readValue(attribute)));
        }
      });
    }
  };
  const writeMarked = (node: Node) => {
    if (marked <= 0) return;
    write(node);
    marked = 0;
  };
  return {
    mark(markup) {
      let written = "";
      let start = 0;
      NAME.lastIndex = 0;
      for (let match = exec(NAME, markup); match !== null; match = exec(NAME, markup)) {
        written += slice(markup, start, NAME.lastIndex) + MARK;
        start = NAME.lastIndex;
        marked++;
      }
      return start === 0 ? markup : written + slice(markup, start);
    },
    write,
    writeMarked,
    settle: () => void (marked = 0),
  };
}

/** What is still to be looked at, the last first. No list: a widget may have replaced what is called when a list gets a value. */
interface Pending<Value> {
  last: { readonly value: Value; readonly before: Pending<Value>["last"] } | null;
}

function add<Value>(pending: Pending<Value>, value: Value): void {
  pending.last = { value, before: pending.last };
}

function take<Value>(pending: Pending<Value>): Value | null {
  const { last } = pending;
  if (last === null) return null;
  pending.last = last.before;
  return last.value;
}

/** All are found before any is written: a custom element's code runs then, which may remove the others. */
function eachAttribute(element: Element, write: (attribute: Attr) => void): void {
  const attributes = readAttributes(element);
  const found: Pending<Attr> = { last: null };
  for (let index = readCount(attributes) - 1; index >= 0; index--) add(found, item(attributes, index)!);
  for (let attribute = take(found); attribute !== null; attribute = take(found)) write(attribute);
}

/** An instruction is removed, not emptied: the observer does not see what a script writes into it. */
function removeInstructions(root: Node): void {
  const walker = createWalker(document, root, SHOW_INSTRUCTIONS);
  for (let node = takeNext(walker); node !== null;) {
    const next = takeNext(walker);
    removeInstruction(node as ProcessingInstruction);
    node = next;
  }
}

function removeInstruction(instruction: ProcessingInstruction): void {
  const parent = readParent(instruction);
  if (parent !== null && exec(STYLESHEET, readTarget(instruction)) !== null) removeChild(parent, instruction);
}

function query(node: Node, selectors: string): NodeListOf<Element> {
  const type = readType(node);
  if (type === ELEMENT) return queryElement(node as Element, selectors);
  return type === DOCUMENT
    ? queryDocument(node as Document, selectors)
    : queryFragment(node as DocumentFragment, selectors);
}

function unmarkText(text: string): string {
  let written = "";
  let start = 0;
  for (let at = indexOf(text, MARK); at >= 0; at = indexOf(text, MARK, start)) {
    written += slice(text, start, at);
    start = at + MARK.length;
  }
  return written + slice(text, start);
}

function isTemplate(element: Element): element is HTMLTemplateElement {
  return readName(element) === "template" && isReadBy(readContent, element as HTMLTemplateElement);
}
