import { confirmLink } from "./link_question.ts";

/** The schemes of links that a card may ask to open. */
const SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** A link that a card asks to open. */
interface RequestedLink {
  /** Relative to this page. */
  readonly href: string;
  /** Whether the reader asks for a new tab; a link to another site always has one. */
  readonly inNewTab: boolean;
}

/**
 * Opens a link that a card asked for, if the reader has just clicked or pressed a key. A link that the card's manifest
 * declares is opened at once. For any other, which a widget may have made from what it has read in other cards, the reader
 * is shown the whole address and asked, about one link at a time.
 *
 * @param isDeclared whether the card's manifest declares the link
 */
export async function openLink(
  { href, inNewTab }: RequestedLink,
  isDeclared: () => Promise<boolean>,
): Promise<void> {
  const url = URL.parse(href, location.href);
  if (url === null || !SCHEMES.includes(url.protocol) || !navigator.userActivation.isActive) return;
  if (await isDeclared()) follow(url, inNewTab);
  else confirmLink(url.href, () => follow(url, inNewTab));
}

function follow(url: URL, inNewTab: boolean): void {
  if (url.origin === location.origin && !inNewTab) location.assign(url);
  else globalThis.open(url, "_blank", "noopener,noreferrer");
}
