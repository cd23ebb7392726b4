/**
 * What the server and the shell exchange about the pictures of a snapshot: the server's browser opens the shell with
 * `chrome=shots` and calls the page's {@link ShotsPage}, and measures the cards by {@link MeasuringWorld}, in a JavaScript
 * world of its own. Everything that passes is plain JSON.
 *
 * @module
 */
import type { WidgetSize } from "../core/contract/mod.ts";
import type { LayoutRule } from "./layout_rules.ts";

export type { LayoutRule } from "./layout_rules.ts";

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

/** The card of an element, and the way to it from the card's article: indexes of children, or {@link SHADOW_ROOT}. */
export type ElementPath = readonly [card: number, ...steps: readonly number[]];

/** The step of an {@link ElementPath} from an element into its shadow root. */
export const SHADOW_ROOT = -1;

/** What React knows of an element. */
export interface ElementOwners {
  /** The components that rendered it, the innermost first. */
  readonly components: readonly string[];
  /** Where its JSX was evaluated, the innermost first: stack traces of React's development build. */
  readonly stacks: readonly string[];
}

export interface PageElement extends ElementOwners {
  /** Short, and only for people: tag, id or class, and the elements around it. */
  readonly selector: string;
  /** The beginning of its text. */
  readonly text: string;
}

/**
 * What the content policy of a feed has blocked: a card that its readers see lacks it. The element is that which has it, or
 * an empty selector.
 */
export interface PolicyViolation extends PageElement {
  readonly message: string;
}

/** Why a card is not shown. */
export interface CardFault {
  readonly message: string;
  /** The stack of what it has thrown, then where the elements around it were made; null without one. */
  readonly stack: string | null;
}

/** One fault of a card's layout. */
export interface LayoutFault<Element = PageElement> {
  readonly rule: LayoutRule;
  /** What is wrong, without the element. */
  readonly message: string;
  readonly element: Element | null;
  /** How many more CSS pixels the card needs to show the element, if it is not shown. */
  readonly pixels?: number | undefined;
  /** What faults of one rule are about whose messages differ, such as a package of fonts: they are listed once. */
  readonly subject?: string | undefined;
  /** The parts that the element lacks, such as columns, each as a text that names it; undefined where all of it is missing. */
  readonly missing?: readonly string[] | undefined;
}

/** What was measured of one card. */
export interface CardLayout {
  readonly faults: readonly LayoutFault[];
  /** By how many CSS pixels the content is larger than its card, or null. */
  readonly overflow: { readonly x: number; readonly y: number } | null;
}

/** A violation of one of axe's rules. */
export interface AxeViolation<Element> {
  /** The rule's name, such as `color-contrast`. */
  readonly rule: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  readonly impact: string;
  readonly help: string;
  readonly helpUrl: string;
  /** At most ten elements: a selector (with `>>>` before the part in a shadow root), the markup, and what to do. */
  readonly nodes: readonly {
    readonly target: string;
    readonly html: string;
    readonly summary: string;
    readonly element: Element | null;
  }[];
}

/** What is found in the cards that are shown, in their order. */
export interface Examination {
  /** Null for a card that is not mounted. */
  readonly layouts: readonly (CardLayout | null)[];
  readonly violations: readonly (readonly AxeViolation<PageElement>[])[];
}

/**
 * The functions of a page with `chrome=shots`, as its global `tckShots`. The widgets of the page cannot replace them, but
 * everything that they call.
 */
export interface ShotsPage {
  /**
   * Shows these cards instead of the former ones. Fulfils when they are painted, and their fonts and images
   * loaded, with the milliseconds that React took to render each.
   */
  show(requests: readonly ShotRequest[]): Promise<readonly number[]>;
  /** Why each card is not shown, or null. */
  errors(): readonly (CardFault | null)[];
  /** What the content policy has blocked since the page was opened. */
  violations(): readonly PolicyViolation[];
  /** What React knows of elements. It keeps that beside them, where only the page's own scripts can read it. */
  owners(paths: readonly ElementPath[]): readonly ElementOwners[];
}

/**
 * The functions of the same page's measuring world, as its global `tckMeasuring`: it shares the document with the page, and
 * has built-ins of its own, so that the widgets of the page can replace nothing in it.
 */
export interface MeasuringWorld {
  /** Each card with its margin. */
  boxes(): readonly PageBox[];
  /** Measures the cards, and checks them by axe. Returns the elements that the result names. */
  examine(): Promise<readonly ElementPath[]>;
  /** The result of the last {@link examine}. @param owners of the elements that it has returned */
  report(owners: readonly ElementOwners[]): Examination;
}

declare global {
  /** Defined in a page with `chrome=shots`. */
  var tckShots: ShotsPage | undefined;
  /** Defined in the measuring world of such a page. */
  var tckMeasuring: MeasuringWorld | undefined;
}
