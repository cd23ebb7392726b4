import { keepInDocument } from "./kept_in_document.ts";
import { isReadBy, takeGetter, takeMethod } from "./native_members.ts";
import { withhold } from "./withheld_globals.ts";

/**
 * Opens no window for a widget, where no sandbox keeps it from that after a click of the reader. A browser follows a link by
 * an event. So that no event follows one, each passes a listener of the page, which prevents it on links: the browser's own
 * events meet only what is in the document (`kept_in_document.ts`), in open shadow roots; and a widget's events are not
 * dispatched where the browser would follow a link by them, or make an event of its own in the middle of a widget's code.
 *
 * Called before any widget runs.
 */
export function denyOpenedWindows(): void {
  for (const name of ["open", "documentPictureInPicture"]) withhold(globalThis, name);
  const mayBeLink = takeLinkReader();
  denyOwnClicks(mayBeLink);
  const keep = keepInDocument();
  const attach = takeMethod(Element.prototype, "attachShadow");
  Element.prototype.attachShadow = function (options) {
    // A clone would have a root that is not kept.
    const root = attach(this, { ...options, mode: "open", clonable: false });
    keep(root);
    return root;
  };
  preventLinks(mayBeLink);
}

type LinkReader = (target: EventTarget) => boolean;

/**
 * An event of a widget that a browser may act on is dispatched neither on a link, or within one, nor outside of the document:
 * it need not reach a listener of the page. A browser acts on those of the user interface, and on each that is called a click.
 * An event of another type, which reaches the first listener, shows where it would come by.
 *
 * A click that would come by a label, and a key, are dispatched neither: the browser would click on something else by them,
 * before it is found out what the widget's listeners have done with that.
 */
function denyOwnClicks(mayBeLink: LinkReader): void {
  const { Event } = globalThis;
  const composedPath = takeMethod(Event.prototype, "composedPath");
  const stop = takeMethod(Event.prototype, "stopImmediatePropagation");
  const readType = takeGetter(Event.prototype, "type");
  const readDetail = takeGetter(UIEvent.prototype, "detail");
  const readKey = takeGetter(KeyboardEvent.prototype, "key");
  const isConnected = takeGetter(Node.prototype, "isConnected");
  const click = takeMethod(HTMLElement.prototype, "click");
  const dispatch = takeMethod(EventTarget.prototype, "dispatchEvent");
  let path: readonly EventTarget[] | null = null;
  globalThis.addEventListener(PROBE, (event) => {
    stop(event); // No listener of a widget changes what the click then meets.
    path = composedPath(event);
  }, { capture: true });
  const isAllowed = (target: EventTarget, isClick: boolean) => {
    if (!isReadBy(isConnected, target)) return true; // It is no node.
    if (!isConnected(target)) return false;
    path = null;
    dispatch(target, new Event(PROBE, { composed: true }));
    return path !== null && !hasSome(path, mayBeLink) && !(isClick && hasSome(path, isLabel));
  };
  HTMLElement.prototype.click = function () {
    if (isAllowed(this, true)) click(this);
  };
  EventTarget.prototype.dispatchEvent = function (event) {
    const type = readType(event);
    const isClick = type === "click" || type === "auxclick";
    if (isReadBy(readKey, event) && isReadBy(readName, this)) return false;
    if ((isClick || isReadBy(readDetail, event)) && !isAllowed(this, isClick)) return false;
    return dispatch(this, event);
  };
}

const readName = takeGetter(Element.prototype, "localName");

function isLabel(target: EventTarget): boolean {
  return isReadBy(readName, target) && readName(target) === "label";
}

const PROBE = "tck:probe";

function hasSome(path: readonly EventTarget[], matches: (target: EventTarget) => boolean): boolean {
  for (let index = 0; index < path.length; index++) {
    if (matches(path[index]!)) return true;
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
  const prevent = (event: Event) => {
    if (hasSome(composedPath(event), mayBeLink)) preventDefault(event);
  };
  // Firefox follows a link by what it makes of a click.
  for (const type of ["click", "DOMActivate"]) globalThis.addEventListener(type, prevent, { capture: true });
}

function takeLinkReader(): LinkReader {
  const readNamespace = takeGetter(Element.prototype, "namespaceURI");
  const repeatsLinks = takeLinkFinder();
  return (target) => {
    if (!isReadBy(readName, target)) return false;
    const name = readName(target);
    if (name === "a" || name === "area") return true;
    return name === "use" ? repeatsLinks(target) : readNamespace(target) === MATHML;
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
