import { takeGetter, takeMethod } from "./native_members.ts";

/** Elements that have a window of their own. */
const NAMES = "(?:i?frame|frameset|fencedframe|portal|object|embed)";

/**
 * The start tag of an element that has a window of its own, also with the prefix of a namespace. Only what ends a name in XML
 * or HTML is no part of a prefix: `\s` in an expression is more.
 */
export const DENIED_MARKUP: RegExp = new RegExp(
  String.raw`<(?:[^\t\n\f\r :<>/]*:)?${NAMES}(?![\w.-])`,
  "i",
);

const DENIED_NAME = new RegExp(`^${NAMES}$`, "i");

const exec = takeMethod(RegExp.prototype, "exec");
const readName = takeGetter(Element.prototype, "localName");
const readRoot = takeGetter(Document.prototype, "documentElement");

/**
 * Makes no element that has a window of its own: where its document has the origin of this one, such a window gives a widget
 * all that has been removed from this one. Such an element would show nothing anyway. An unknown element takes its place.
 * The browser's element is looked at, and not the name that it was made by: an element has no window before it is inserted.
 *
 * Markup is not limited by this (`markup.ts`). Called before any widget runs.
 */
export function denyInnerWindows(): void {
  const isDenied = (element: Element | null) =>
    element !== null && exec(DENIED_NAME, readName(element)) !== null;
  const create = takeMethod(Document.prototype, "createElement") as Create;
  const allow = (element: Element, owner: Document) =>
    isDenied(element) ? create(owner, "denied-element") : element;
  Document.prototype.createElement = function (this: Document, name: string, options?: unknown) {
    return allow(create(this, name, options), this);
  } as Document["createElement"];
  const createNS = takeMethod(Document.prototype, "createElementNS") as unknown as CreateNS;
  Document.prototype.createElementNS = function (
    this: Document,
    namespace: unknown,
    name: string,
    options?: unknown,
  ) {
    return allow(createNS(this, namespace, name, options), this);
  } as Document["createElementNS"];
  // A document may begin with any element, which another document then adopts.
  const createDocument = takeMethod(DOMImplementation.prototype, "createDocument");
  DOMImplementation.prototype.createDocument = function (namespace, name, doctype) {
    const created = createDocument(this, namespace, name, doctype);
    return isDenied(readRoot(created)) ? createDocument(this, namespace, "denied-element") : created;
  };
  // A class of a widget could extend that of a frame.
  const define = takeMethod(CustomElementRegistry.prototype, "define");
  CustomElementRegistry.prototype.define = function (name, constructor, options) {
    const base = options?.extends === undefined ? undefined : `${options.extends}`;
    const isAllowed = base === undefined || exec(DENIED_NAME, base) === null;
    define(
      this,
      name,
      constructor,
      base === undefined ? {} : { extends: isAllowed ? base : "denied-element" },
    );
  };
}

type Create = (owner: Document, name: string, options?: unknown) => HTMLElement;

type CreateNS = (owner: Document, namespace: unknown, name: string, options: unknown) => Element;
