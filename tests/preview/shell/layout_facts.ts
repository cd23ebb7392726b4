/** Where the parts of the page are, in CSS pixels. */
export interface LayoutFacts {
  /** By how much the page is wider than its window. */
  readonly pageOverflow: number;
  /** By how much the header's content is wider than the header. */
  readonly headerOverflow: number;
  /** The number of rows that the controls of the header are in. */
  readonly headerRows: number;
  /** From the end of the header to the content. */
  readonly aboveContent: number;
  readonly hasSidebar: boolean;
  readonly hasRail: boolean;
  /** Whether the controls are below the first card. */
  readonly areControlsBelow: boolean;
}

/** Runs in the page. */
export function readLayout(): LayoutFacts {
  const place = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? null;
  const header = document.querySelector(".shell-header")!;
  const { bottom } = header.getBoundingClientRect();
  const centres = [...header.querySelectorAll("button, select, .shell-tab, .shell-choice-values")]
    .filter((control) => control.closest(".shell-popover") === null)
    .map((control) => control.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ top, height }) => Math.round((top + height / 2) / 8));
  const card = place(".shell-main :is(article, iframe)");
  const toolbar = place(".shell-toolbar");
  return {
    pageOverflow: document.documentElement.scrollWidth - innerWidth,
    headerOverflow: header.scrollWidth - header.clientWidth,
    headerRows: new Set(centres).size,
    aboveContent: Math.round((card?.top ?? bottom) - bottom),
    hasSidebar: place(".shell-sidebar") !== null,
    hasRail: place(".shell-rail") !== null,
    areControlsBelow: card !== null && toolbar !== null && toolbar.top >= card.bottom,
  };
}

/** What is wrong with the layout of a window of a width. */
export function findLayoutFaults(facts: LayoutFacts, width: number): string[] {
  const { pageOverflow, headerOverflow, headerRows, aboveContent, hasSidebar, hasRail, areControlsBelow } =
    facts;
  return [
    pageOverflow > 0 && `the page is ${pageOverflow} pixels too wide`,
    headerOverflow > 0 && `the header is ${headerOverflow} pixels too wide`,
    headerRows > 1 && `the header has ${headerRows} rows`,
    aboveContent > 56 && `${aboveContent} pixels are above the content`,
    hasSidebar !== (width >= 900) && `the sidebar is ${hasSidebar ? "" : "not "}beside the content`,
    hasRail !== (width >= 900) && `the panels are ${hasRail ? "" : "not "}beside the content`,
    areControlsBelow !== (width < 576) && `the controls are ${areControlsBelow ? "" : "not "}below the card`,
  ].filter((fault) => fault !== false);
}
