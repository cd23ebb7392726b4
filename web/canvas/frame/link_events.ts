import { findCardContainer } from "./card_container.ts";

/** A link that the reader has activated. */
interface ActivatedLink {
  /** As it is written in the card. */
  readonly href: string;
  /** Whether the reader or the link asks for a new tab. */
  readonly inNewTab: boolean;
}

/**
 * Reports every link that the reader activates, in shadow roots and pictures too, instead of following it: a sandboxed
 * frame can neither navigate its page nor open a window. Links within a card (`#section`) are left to the browser, and a
 * click that a widget has made is not the reader's.
 */
export function reportLinks(report: (link: ActivatedLink) => void): void {
  const intercept = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find(isLink);
    if (link === undefined) return;
    const href = readHref(link)!;
    if (href.startsWith("#")) return;
    event.preventDefault();
    if (event.isTrusted) report({ href, inNewTab: asksForNewTab(event, link) });
  };
  // A widget may end the event's way to the document, such as by React's `stopPropagation`.
  const watchCard = (event: Event) =>
    findCardContainer(event)?.addEventListener(event.type, intercept as EventListener);
  for (const type of ["click", "auxclick"] as const) {
    document.addEventListener(type, watchCard, { capture: true });
    document.addEventListener(type, intercept);
  }
}

/** A link of HTML or SVG, or an area of an image map. */
function isLink(target: EventTarget): target is Element {
  return target instanceof Element && ["a", "area"].includes(target.localName) && readHref(target) !== null;
}

function readHref(link: Element): string | null {
  return link.getAttribute("href") ?? link.getAttribute("xlink:href");
}

function asksForNewTab({ button, ctrlKey, metaKey, shiftKey }: MouseEvent, link: Element): boolean {
  return button === 1 || ctrlKey || metaKey || shiftKey || link.getAttribute("target") === "_blank";
}
