import { isCut } from "./parts.ts";

/** As much of a header's title stays beside its end, in CSS pixels: the first letters, or all of a shorter title. */
export const LEAST_TITLE = 44;

/**
 * A header loses what is before its title, where the title is cut. Then the title gives way to the end, which is dropped
 * only where it would leave nothing of the title.
 */
export function fitHeaders(card: HTMLElement): void {
  for (const header of card.querySelectorAll<HTMLElement>(".kit-header")) {
    const title = header.querySelector<HTMLElement>(".kit-header-title")!;
    const start = header.querySelector<HTMLElement>(".kit-header-start");
    const end = header.querySelector<HTMLElement>(".kit-header-end");
    const isWhole = () => !isCut(title);
    const hasRoom = () => isWhole() || title.clientWidth >= LEAST_TITLE;
    if (isWhole()) continue;
    if (start !== null) start.dataset.dropped = "";
    if (isWhole()) continue;
    if (end === null || !hasRoom()) {
      if (end !== null) end.dataset.dropped = "";
      delete start?.dataset.dropped;
    }
    if (start !== null && !hasRoom()) start.dataset.dropped = "";
  }
}
