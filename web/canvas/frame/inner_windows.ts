import { takeMethod } from "./native_members.ts";

/**
 * The start tag of an element that has a window of its own, also with the prefix of a namespace; and a shadow root in markup,
 * which could be closed (`opened_windows.ts`).
 */
export const DENIED_MARKUP =
  /<(?:[^\s:<>/]*:)?(?:i?frame|frameset|fencedframe|portal|object|embed)(?![\w.-])|shadowrootmode/i;

const exec = takeMethod(RegExp.prototype, "exec");

/**
 * Makes no element that has a window of its own: where its document has the origin of this one, such a window gives a widget
 * all that has been removed from this one. Such an element would show nothing anyway. An unknown element takes its place.
 *
 * Markup is not limited by this (`markup.ts`). Called before any widget runs.
 */
export function denyInnerWindows(): void {
  // Converted once, since an object can give another text each time.
  const allow = (name: string) => exec(DENIED_MARKUP, `<${name}`) === null ? name : "denied-element";
  const create = takeMethod(Document.prototype, "createElement") as Create;
  Document.prototype.createElement = function (this: Document, name: string, options?: unknown) {
    return create(this, allow(`${name}`), options);
  } as Document["createElement"];
  const createNS = takeMethod(Document.prototype, "createElementNS") as unknown as CreateNS;
  Document.prototype.createElementNS = function (
    this: Document,
    namespace: unknown,
    name: string,
    options?: unknown,
  ) {
    return createNS(this, namespace, allow(`${name}`), options);
  } as Document["createElementNS"];
  // A document may begin with any element, which another document then adopts.
  const createDocument = takeMethod(DOMImplementation.prototype, "createDocument");
  DOMImplementation.prototype.createDocument = function (namespace, name, doctype) {
    return createDocument(this, namespace, name === null ? "" : allow(`${name}`), doctype);
  };
  // A class of a widget could extend that of a frame.
  const define = takeMethod(CustomElementRegistry.prototype, "define");
  CustomElementRegistry.prototype.define = function (name, constructor, options) {
    const base = options?.extends;
    define(this, name, constructor, base === undefined ? {} : { extends: allow(`${base}`) });
  };
}

type Create = (owner: Document, name: string, options: unknown) => HTMLElement;

type CreateNS = (owner: Document, namespace: unknown, name: string, options: unknown) => Element;
