import { takeGetter, takeMethod } from "./native_members.ts";
import { withhold } from "./withheld_globals.ts";

/**
 * Opens no window for a widget, where no sandbox keeps it from that after a click of the reader. Links of the page are
 * reported (`link_events.ts`), so what remains are links that no listener of the page sees: in a closed shadow root, which
 * becomes an open one, in what an element `use` repeats, and those that a widget clicks on itself.
 *
 * Called before any widget runs.
 */
export function denyOpenedWindows(): void {
  for (const name of ["open", "documentPictureInPicture"]) withhold(globalThis, name);
  const mayBeLink = takeLinkReader();
  denyOwnClicks(mayBeLink);
  const attach = takeMethod(Element.prototype, "attachShadow");
  Element.prototype.attachShadow = function (options) {
    return attach(this, { ...options, mode: "open" });
  };
  preventLinks(mayBeLink);
}

type LinkReader = (target: EventTarget) => boolean;

/**
 * No click of a widget is dispatched on a link, or within one, or outside of the document: it need not reach a listener of
 * the page. An event of another type, which reaches the first of them, shows where a click would come by.
 */
function denyOwnClicks(mayBeLink: LinkReader): void {
  const { Event } = globalThis;
  const composedPath = takeMethod(Event.prototype, "composedPath");
  const stop = takeMethod(Event.prototype, "stopImmediatePropagation");
  const readType = takeGetter(Event.prototype, "type");
  const isConnected = takeGetter(Node.prototype, "isConnected");
  const click = takeMethod(HTMLElement.prototype, "click");
  const dispatch = takeMethod(EventTarget.prototype, "dispatchEvent");
  let path: readonly EventTarget[] | null = null;
  globalThis.addEventListener(PROBE, (event) => {
    stop(event); // No listener of a widget changes what the click then meets.
    path = composedPath(event);
  }, { capture: true });
  const isAllowed = (target: EventTarget) => {
    try {
      if (!isConnected(target as Node)) return false;
    } catch {
      return true; // It is no node.
    }
    path = null;
    dispatch(target, new Event(PROBE, { composed: true }));
    return path !== null && !hasLink(path, mayBeLink);
  };
  HTMLElement.prototype.click = function () {
    if (isAllowed(this)) click(this);
  };
  EventTarget.prototype.dispatchEvent = function (event) {
    const type = readType(event);
    return (type !== "click" && type !== "auxclick" || isAllowed(this)) && dispatch(this, event);
  };
}

const PROBE = "tck:probe";

function hasLink(path: readonly EventTarget[], mayBeLink: LinkReader): boolean {
  for (let index = 0; index < path.length; index++) {
    if (mayBeLink(path[index]!)) return true;
  }
  return false;
}

/**
 * No link is followed by the browser: those that the reader activates are reported, and opened after a question. A link is
 * prevented here whatever a card does to it later, and to what finds links.
 */
function preventLinks(mayBeLink: LinkReader): void {
  const composedPath = takeMethod(Event.prototype, "composedPath");
  const preventDefault = takeMethod(Event.prototype, "preventDefault");
  globalThis.addEventListener("click", (event) => {
    if (hasLink(composedPath(event), mayBeLink)) preventDefault(event);
  }, { capture: true });
}

function takeLinkReader(): LinkReader {
  const readName = takeGetter(Element.prototype, "localName");
  const readNamespace = takeGetter(Element.prototype, "namespaceURI");
  const repeatsLinks = takeLinkFinder();
  return (target) => {
    try {
      const name = readName(target as Element);
      if (name === "a" || name === "area") return true;
      return name === "use" ? repeatsLinks(target as Element) : readNamespace(target as Element) === MATHML;
    } catch {
      return false; // It is no element.
    }
  };
}

/**
 * Finds whether there are links that an element `use` could repeat: they are in the same tree, and are links of SVG, which
 * need not be in an `svg`, or within one.
 */
function takeLinkFinder(): (use: Element) => boolean {
  const getRoot = takeMethod(Node.prototype, "getRootNode");
  const findInDocument = takeMethod(Document.prototype, "querySelectorAll");
  const findInShadow = takeMethod(DocumentFragment.prototype, "querySelectorAll");
  const readNamespace = takeGetter(Element.prototype, "namespaceURI");
  const readCount = takeGetter(NodeList.prototype, "length");
  const readItem = takeMethod(NodeList.prototype, "item");
  return (use) => {
    const root = getRoot(use);
    const find = (selector: string) =>
      root === document
        ? findInDocument(document, selector)
        : findInShadow(root as DocumentFragment, selector);
    if (readCount(find("svg a, svg math")) > 0) return true;
    const links = find("a");
    for (let index = 0; index < readCount(links); index++) {
      if (readNamespace(readItem(links, index) as Element) === SVG) return true;
    }
    return false;
  };
}

const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";
