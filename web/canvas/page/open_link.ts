/** The schemes of links that a card may ask to open. */
const SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** A link that a card asks to open. */
interface RequestedLink {
  /** Relative to this page. */
  readonly href: string;
  /** Whether the reader asks for a new tab; a link to another site always has one. */
  readonly inNewTab: boolean;
}

/** How a link is asked about and opened. */
interface LinkOptions {
  /** Asks about an address, about one at a time. */
  readonly ask: (address: string, onConfirm: () => void) => void;
  /**
   * What opens a window.
   *
   * @default the global `open`
   */
  readonly openWindow?: typeof open;
}

/**
 * Opens a link that a card asked for, if the reader has just clicked or pressed a key. A link that the card's manifest
 * declares is opened at once. For any other, which a widget may have made from what it has read in other cards, the reader
 * is shown the whole address and asked.
 *
 * @param isDeclared whether the card's manifest declares the link
 */
export async function openLink(
  { href, inNewTab }: RequestedLink,
  isDeclared: () => Promise<boolean>,
  { ask, openWindow = globalThis.open }: LinkOptions,
): Promise<void> {
  const url = URL.parse(href, location.href);
  if (url === null || !SCHEMES.includes(url.protocol) || !navigator.userActivation.isActive) return;
  const follow = () => {
    if (url.origin === location.origin && !inNewTab) location.assign(url);
    else openWindow(url, "_blank", "noopener,noreferrer");
  };
  if (await isDeclared()) follow();
  else ask(url.href, follow);
}
