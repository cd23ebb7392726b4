import type { LinkAddresses } from "../../frame/address_sinks.ts";
import { reportLinks } from "../../frame/link_events.ts";

/** The links of a page's cards, which the page does not open itself. */
export interface PageLinks {
  /** Passes each link that the reader activates to a listener, as it is written in the card. */
  passTo(listener: (href: string) => void): void;
  /** Gives the focus to the link that was passed last. */
  focusLast(): void;
}

/** Keeps the browser from following links. Called before any widget runs. */
export function followLinks(addresses: Pick<LinkAddresses, "read">): PageLinks {
  let pass = (_href: string) => {};
  const { focusLast } = reportLinks(({ href }) => pass(href), addresses);
  return { passTo: (listener) => void (pass = listener), focusLast };
}
