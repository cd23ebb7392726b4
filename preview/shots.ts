/**
 * What the server and the shell exchange about the pictures of a snapshot: the server's browser opens the shell with
 * `chrome=shots` and calls the page's {@link ShotsPage}. Everything that passes is plain JSON.
 *
 * @module
 */
import type { WidgetSize } from "../core/contract/mod.ts";

/** The margin of a picture around its card, in CSS pixels. */
export const SHOT_MARGIN = 24;

/** One card to show. */
export interface ShotRequest {
  readonly kind: "live" | "bundle";
  /** The name of a live widget, or the id of a bundle. */
  readonly id: string;
  /** Null for the manifest's first size. */
  readonly size: WidgetSize | null;
  /** The width in CSS pixels of a card without fixed columns. */
  readonly width: number | null;
  /** Null for `defaultState`. */
  readonly state: string | null;
  /** Changed keys of that state as JSON; null for none. */
  readonly stateData: string | null;
  /** Null for the browser's languages. */
  readonly locale: string | null;
}

/** A rectangle of the page in CSS pixels, from its top left corner. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A card that is shown, or failed. */
export interface ShownCard {
  /** How many milliseconds React took to render it. */
  readonly mountMs: number;
  /** The card with the margin. */
  readonly box: PageBox;
}

/** What a card's layout breaks. */
export type LayoutRule =
  /** A text is cut by an element that clips its overflow. */
  | "text.cut"
  /** A text is drawn over another. */
  | "text.overlap"
  /** A number, time or amount is broken over two lines. */
  | "value.broken"
  /** A word is broken over two lines without a hyphen. */
  | "word.broken"
  /** The content is larger than its card. */
  | "card.overflow"
  /** A picture has no size, or a text is in a box without one. */
  | "element.no_size"
  /** A card shows nothing but its header, because nothing else fits. */
  | "card.bare"
  /** A block is not shown because it does not fit. */
  | "block.dropped"
  /** The end of a header is not shown because it leaves the title no room. */
  | "header.dropped"
  /** Items of a list or rows of a table are not shown because they do not fit. */
  | "item.dropped"
  /** A detail of a block is not shown, or a text is cut off, because it does not fit. */
  | "detail.dropped"
  /** A third of a card with a fixed footprint is one empty band, or half of it another empty rectangle. */
  | "card.empty";

/** An element of a card. */
export interface PageElement {
  /** Short, and only for people: tag, id or class, and the elements around it. */
  readonly selector: string;
  /** The beginning of its text. */
  readonly text: string;
  /** The components that rendered it, the innermost first. */
  readonly components: readonly string[];
  /** Where its JSX was evaluated, the innermost first: stack traces of React's development build. */
  readonly stacks: readonly string[];
}

/** One fault of a card's layout. */
export interface LayoutFault {
  readonly rule: LayoutRule;
  /** What is wrong, without the element. */
  readonly message: string;
  readonly element: PageElement | null;
  /** By how many CSS pixels the element is too large, if it is not shown for that. */
  readonly pixels?: number | undefined;
}

/** What was measured of one card. */
export interface CardLayout {
  readonly faults: readonly LayoutFault[];
  /** By how many CSS pixels the content is larger than its card, or null. */
  readonly overflow: { readonly x: number; readonly y: number } | null;
}

/** The functions of a page with `chrome=shots`, as its global `tckShots`. */
export interface ShotsPage {
  /** Shows these cards instead of the former ones. Fulfils when they are painted, and their fonts and images loaded. */
  show(requests: readonly ShotRequest[]): Promise<readonly ShownCard[]>;
  /** Measures the cards that are shown, in their order; null for a card that failed. */
  measure(): readonly (CardLayout | null)[];
  /** Why each card is not shown, or null. */
  errors(): readonly (string | null)[];
  /** The `article` of each card that is shown; null for a card that failed. */
  articles(): readonly (HTMLElement | null)[];
  /** Describes an element of a card. */
  describe(element: Element): PageElement;
}

declare global {
  /** Defined in a page with `chrome=shots`. */
  var tckShots: ShotsPage | undefined;
}
