import type { LinkAddresses } from "../../frame/addresses/address_sinks.ts";
import { reportLinks } from "../../frame/events/link_events.ts";
import type { ShadowRoots } from "../../frame/shadow_roots.ts";

/**
 * Called with a link, as it is written in the card, and whether the reader has pressed it, or has come to it by the Tab key:
 * otherwise a card may have got a key that was meant for something else.
 */
export type LinkListener = (href: string, isChosen: boolean) => void;

/** The links of a page's cards, which the page does not open itself. */
export interface PageLinks {
  /** Passes each link that the reader activates to a {@linkcode LinkListener}. */
  passTo(listener: LinkListener): void;
  /** Gives the focus to the link that was passed last. */
  focusLast(): void;
}

/** Keeps the browser from following links. Called before any widget runs. */
export function followLinks(
  addresses: Pick<LinkAddresses, "read">,
  roots: Pick<ShadowRoots, "find">,
): PageLinks {
  let pass: LinkListener = () => {};
  const { focusLast } = reportLinks(({ href, isChosen }) => pass(href, isChosen), addresses, roots);
  return { passTo: (listener) => void (pass = listener), focusLast };
}
