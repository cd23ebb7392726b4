/** The schemes of links that a card may ask to open. */
const SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** A link that a card asks to open. */
interface RequestedLink {
  /** Relative to this page. */
  readonly href: string;
  /** Whether the reader asks for a new tab; a link to another site always has one. */
  readonly inNewTab: boolean;
  /** Whether the reader has pressed it, or has come to it by the Tab key. */
  readonly isChosen: boolean;
}

/** A link that the reader is asked about. */
export interface AskedLink {
  /** The whole address. */
  readonly address: string;
  /** Where it leads; empty for an address without a host, such as `mailto:`. */
  readonly host: string;
}

/** How a link is asked about and opened. */
interface LinkOptions {
  /** Asks about an address, about one at a time. */
  readonly ask: (link: AskedLink, onConfirm: () => void) => void;
  /** The hosts that the reader has confirmed on this page. One more is added when the reader confirms it. */
  readonly confirmed: Set<string>;
}

/**
 * Opens a link that a card asked for, if the reader has just clicked or pressed a key. One that the card's manifest declares
 * is opened at once if it leads to this site, or to a host that the reader has confirmed before: which card was clicked says
 * its frame, where a widget may have put another card's links in place, so that a declared link can carry a choice. For one that the reader has not chosen, since the key may have been
 * meant for something else, and for any other, which a widget may have made from what it has read in other cards, the reader is shown the host and the whole
 * address, and asked. An address with the name of a user, which could be taken for the host, opens nothing.
 *
 * @param isDeclared whether the card's manifest declares the link
 */
export async function openLink(
  { href, inNewTab, isChosen }: RequestedLink,
  isDeclared: () => Promise<boolean>,
  { ask, confirmed }: LinkOptions,
): Promise<void> {
  const url = URL.parse(href, location.href);
  if (url === null || !SCHEMES.includes(url.protocol) || !navigator.userActivation.isActive) return;
  if (url.username !== "" || url.password !== "") return;
  const follow = () => {
    if (url.origin === location.origin && !inNewTab) location.assign(url);
    else open(url, "_blank", "noopener,noreferrer");
  };
  const place = placeOf(url);
  const isKnown = url.origin === location.origin || confirmed.has(place);
  if (isChosen && isKnown && await isDeclared()) return follow();
  ask({ address: url.href, host: url.host }, () => {
    confirmed.add(place);
    follow();
  });
}

/** Where a link leads: its host, or whom it calls or writes to. */
function placeOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host || pathname}`;
}
