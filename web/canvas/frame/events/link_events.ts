import type { LinkAddresses } from "../addresses/address_sinks.ts";
import { findWidgetId } from "../card_container.ts";
import { takeModifierReader } from "./modifier_keys.ts";
import { takeGetter, takeMethod } from "../native_members.ts";
import { followChoice } from "../reader_choice.ts";
import type { ShadowRoots } from "../shadow_roots.ts";
import { isEditable, MATHML, nameOf } from "../used_elements.ts";

/** A link that the reader has activated. */
interface ActivatedLink {
  /** As it is written in the card. */
  readonly href: string;
  /** The id of the widget whose card it is in; null outside cards. */
  readonly widgetId: string | null;
  /** Whether the reader or the link asks for a new tab. */
  readonly inNewTab: boolean;
  /** Whether the reader has pressed it, or has come to it by the Tab key. */
  readonly isChosen: boolean;
}

const preventDefault = takeMethod(Event.prototype, "preventDefault");
const composedPath = takeMethod(Event.prototype, "composedPath");
const readButton = takeGetter(MouseEvent.prototype, "button");
const hasModifier = takeModifierReader(MouseEvent.prototype);
const hasKeyModifier = takeModifierReader(KeyboardEvent.prototype);
const readKey = takeGetter(KeyboardEvent.prototype, "key");
const readCharCode = takeGetter(KeyboardEvent.prototype, "charCode");
const getAttribute = takeMethod(Element.prototype, "getAttribute");
const setAttribute = takeMethod(Element.prototype, "setAttribute");
const getAttributeNS = takeMethod(Element.prototype, "getAttributeNS");
/** The first character that a key prints. Those before are what Enter gives, alone or with a modifier. */
const FIRST_PRINTED = 32;
const later = setTimeout.bind(globalThis);
const focusHtml = takeMethod(HTMLElement.prototype, "focus");
const focusSvg = takeMethod(SVGElement.prototype, "focus");
const focusMathMl = takeMethod(MathMLElement.prototype, "focus");

/**
 * Reports every link that the reader activates, in shadow roots and pictures too, instead of following it: a sandboxed
 * frame can neither navigate its page nor open a window. Links within a card (`#section`) are left to the browser. What a
 * card has prevented is not reported, nor is a click that a widget has made.
 *
 * In spite of the sandbox, a click with a modifier key or another button opens a tab. Which link it opens cannot always be
 * seen, as in a closed shadow root, and a card's handlers can change it. The default of every such click is therefore
 * prevented, by the first listener of the event's first target, before any code of a card. So is the default of a key by which
 * a browser makes such a click: a card could have it made on what is not in the document any more.
 *
 * Called before any widget runs.
 *
 * @param addresses the addresses that the links do not have themselves
 * @param roots the shadow roots, closed ones too, which an event's path does not show
 * @returns `focusLast` gives the focus to the link that was reported last
 */
export function reportLinks(
  report: (link: ActivatedLink) => void,
  { read }: Pick<LinkAddresses, "read">,
  roots: Pick<ShadowRoots, "find">,
): { focusLast(): void } {
  const readHref = (link: Element) => {
    const text = getAttribute(link, "href") ?? getAttributeNS(link, XLINK, "href");
    return text === null ? null : read(text);
  };
  const isWithinCard = (link: Element) => readHref(link)?.startsWith("#") ?? false;
  let last: Element | null = null;
  const hasChosen = followChoice(roots);
  const intercept = (event: MouseEvent) => {
    const isPlain = readButton(event) === 0 && !hasModifier(event);
    if (!isPlain) preventDefault(event);
    const path = composedPath(event);
    const link = path.find(isLink);
    if (isPlain && (link === undefined || isWithinCard(link))) return;
    preventDefault(event);
    const isPreventedByCard = watchPrevention(event);
    if (link === undefined || !event.isTrusted || readButton(event) > 1) return;
    const isChosen = hasChosen(link);
    later(() => {
      const href = readHref(link);
      if (href === null || isWithinCard(link) || isPreventedByCard()) return;
      const inNewTab = !isPlain || link.getAttribute("target") === "_blank";
      last = link;
      report({ href, widgetId: findWidgetId(path), inNewTab, isChosen });
    });
  };
  for (const type of ["click", "auxclick"] as const) {
    globalThis.addEventListener(type, intercept, { capture: true });
  }
  showAddresses(readHref);
  for (const type of ["keydown", "keypress", "keyup"] as const) {
    globalThis.addEventListener(type, (event) => {
      if (!hasKeyModifier(event) || !mayClick(event, type)) return;
      preventDefault(event);
      watchPrevention(event);
    }, { capture: true });
  }
  return {
    focusLast: () => {
      const options = { preventScroll: true };
      if (last instanceof HTMLElement) focusHtml(last, options);
      else if (last instanceof SVGElement) focusSvg(last, options);
      else if (last instanceof MathMLElement) focusMathMl(last, options);
    },
  };
}

/** Shows the address of a link that the reader points at, which the browser does not know, unless the link has a title of its own. */
function showAddresses(readHref: (link: Element) => string | null): void {
  const shown = new WeakMap<Element, string>();
  globalThis.addEventListener("pointerover", (event) => {
    const link = composedPath(event).find(isLink);
    const address = link && readHref(link);
    if (!address || (getAttribute(link, "title") ?? undefined) !== shown.get(link)) return;
    shown.set(link, address);
    setAttribute(link, "title", address);
  }, { capture: true, passive: true });
}

/**
 * Whether a browser may make a click of a key that has a modifier: of Enter on a link when it is pressed, of Enter on what can
 * be clicked, and in a field of a form, when it types a character, and of others when they are released. Where it begins a
 * new line it does not.
 */
function mayClick(event: KeyboardEvent, type: "keydown" | "keypress" | "keyup"): boolean {
  if (type === "keyup") return true;
  const isEnter = readKey(event) === "Enter" || type === "keypress" && readCharCode(event) < FIRST_PRINTED;
  if (!isEnter) return false;
  const path = composedPath(event);
  const name = nameOf(path[0]!);
  if (name === "textarea" || name !== "input" && isEditable(path[0]!)) return hasClickable(path);
  return name !== "input" || type === "keypress";
}

function hasClickable(path: readonly EventTarget[]): boolean {
  for (let index = 0; index < path.length; index++) {
    const name = nameOf(path[index]!);
    if (name === "a" || name === "area" || name === "button" || name === "summary") return true;
  }
  return false;
}

/**
 * Shows an event to a card as if nothing had prevented its default.
 *
 * @returns whether the card has prevented it since then
 */
function watchPrevention(event: Event): () => boolean {
  let isPrevented = false;
  const prevent = () => void (isPrevented = true);
  Object.defineProperties(event, {
    preventDefault: { value: prevent, configurable: true },
    defaultPrevented: { get: () => isPrevented, configurable: true },
    returnValue: {
      get: () => !isPrevented,
      set: (value: unknown) => void (value || prevent()),
      configurable: true,
    },
  });
  return () => isPrevented;
}

/** A link of HTML, SVG or MathML, or an area of an image map. One without an address may have it after a card's handlers. */
function isLink(target: EventTarget): target is Element {
  if (!(target instanceof Element)) return false;
  return ["a", "area"].includes(target.localName) ||
    target.namespaceURI === MATHML && target.hasAttribute("href");
}

const XLINK = "http://www.w3.org/1999/xlink";
