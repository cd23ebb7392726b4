import { isReadBy, takeGetter, takeMethod } from "../native_members.ts";
import { type Native, replaceMethod, replaceProperty } from "../replaced_members.ts";
import type { ParsedAddresses } from "./written_addresses.ts";

const readParent = takeGetter(Node.prototype, "parentNode");
const readFirst = takeGetter(Node.prototype, "firstChild");
const append = takeMethod(Node.prototype, "appendChild");
const remove = takeMethod(Node.prototype, "removeChild");
const readContent = takeGetter(HTMLTemplateElement.prototype, "content");
const readHost = takeGetter(ShadowRoot.prototype, "host");
const importNode = takeMethod(Document.prototype, "importNode");

/** Gives the links their addresses of which markup has become elements, as soon as it has. */
export function acceptMarkup({ write, writeMarked, settle }: ParsedAddresses): void {
  for (const { prototype } of [Element, ShadowRoot]) {
    replaceProperty(prototype, "innerHTML", ({ set }) => ({
      set: (owner, markup) => {
        set(owner, markup);
        writeMarked(contentOf(owner as Node));
      },
    }));
    replaceMethod(prototype, "setHTMLUnsafe", (native) => (owner, markup, options) => {
      native(owner, markup, options);
      writeMarked(contentOf(owner as Node));
    });
  }
  replaceProperty(Element.prototype, "outerHTML", ({ set }) => ({
    set: (owner, markup) => {
      const parent = readParent(owner as Node);
      set(owner, markup);
      if (parent !== null) writeMarked(parent);
    },
  }));
  replaceMethod(Element.prototype, "insertAdjacentHTML", (native) => (owner, position, markup) => {
    native(owner, position, markup);
    writeMarked(readParent(owner as Node) ?? owner as Node);
  });
  const writeResult = (native: Native): Native => (owner, first, second) => {
    const node = native(owner, first, second) as Node;
    write(node);
    settle();
    return node;
  };
  replaceMethod(Range.prototype, "createContextualFragment", writeResult);
  replaceMethod(DOMParser.prototype, "parseFromString", writeResult);
  for (const method of ["parseHTML", "parseHTMLUnsafe"]) replaceMethod(Document, method, writeResult);
  acceptSafeMarkup(write);
}

/**
 * Markup that the browser makes safe cannot be marked, since unknown attributes are not safe. It becomes elements of a document
 * that nobody sees, first.
 */
function acceptSafeMarkup(write: ParsedAddresses["write"]): void {
  const { prototype } = Element;
  if (!("setHTML" in prototype)) return;
  const unseen = document.implementation.createHTMLDocument("");
  const setSafe = takeMethod(prototype as never, "setHTML") as Native;
  for (const { prototype } of [Element, ShadowRoot]) {
    replaceMethod(prototype, "setHTML", () => (owner, markup, options) => {
      const like = isReadBy(readHost, owner) ? readHost(owner) : owner as Element;
      const holder = importNode(unseen, like, false);
      setSafe(holder, markup, options);
      const [content, place] = [contentOf(holder), contentOf(owner as Node)];
      write(content);
      for (let child = readFirst(place); child !== null; child = readFirst(place)) remove(place, child);
      for (let child = readFirst(content); child !== null; child = readFirst(content)) append(place, child);
    });
  }
}

/** The node that has the children which the markup writes: for a template, its `content`. */
function contentOf(node: Node): Node {
  return isReadBy(readContent, node as HTMLTemplateElement) ? readContent(node as HTMLTemplateElement) : node;
}
