/** A block of rows. */
export const ROWS = ":is(.kit-list, .kit-table-frame)";

/** A drawing of values. */
export const DRAWING = ":is(.tck-chart, .kit-figure)";

/** A grid of nothing but values: the fitting marks it, because `:has` can't be in another one. */
const VALUES = ".kit-grid[data-values]";

/** The heading of a section. */
const HEADING = ":is(h3, h4).kit-heading";

/** The content of a card. */
const CONTENT = ".kit-card > .kit-stack";

/** A stack of direction `auto` is a row. */
export const BESIDE = `
  .kit-column > .kit-auto { flex-grow: 1; }
  .kit-auto { flex-direction: row; gap: var(--space-5); align-items: stretch; }
  .kit-column.kit-auto > * { flex: 3 1 0; block-size: auto; }
  .kit-column.kit-auto > :first-child { flex-grow: 2; }
  .kit-auto > .tck-chart { flex: 3 1 0 !important; }
  .kit-auto > .tck-chart:first-child { flex-grow: 2 !important; }
  .kit-auto:not([data-align]) > :not(.kit-figure, .tck-chart, .kit-list) { align-self: center; }
  .kit-auto:not([data-align]):has(> ${ROWS}) > .kit-stat { align-self: start; }
  .kit-auto:not([data-align]) > .kit-stat:has(+ .tck-chart) { align-self: start; }
`;

/** Rows as wide as a wide card have lines between them: their ends are far from their texts. */
export const LINES = `
  :where(.kit-card > .kit-stack) > .kit-list:not(.kit-timeline, [data-divided]) > .kit-item + .kit-item:where(:not([aria-current], [aria-current] + *)) {
    border-block-start: 1px solid var(--color-grid, var(--color-border));
  }
`;

/** Narrower ones have none. */
const NO_LINES = "> .kit-item:not([data-divided] > *) { border: 0; }";

/** Rows beside one another, in columns of the same height. */
export const COLUMNS = `columns: 2; column-gap: var(--space-5);`;

/** Those that have a line between them have one above both columns. */
export const DIVIDED_COLUMNS = `
  ${COLUMNS}
  ${NO_LINES}
  &[data-divided] > .kit-item:first-child { border-block-start: 1px solid var(--color-border); }
`;

/** Four rows and more of nothing but a text. */
export const SHORT_ROWS =
  ".kit-list:not(.kit-timeline, :has(.kit-item-end, .kit-item-detail)):has(> .kit-item:nth-child(4))";

/** The header above two columns. */
const TWO_COLUMNS = `
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  grid-template-rows: auto minmax(0, 1fr);
  column-gap: var(--space-5);
  align-items: start;
  > .kit-header { grid-column: 1 / -1; }
`;

/** The row of a grid that takes the room that the others leave. */
const REST = "minmax(min-content, 1fr)";

/** What a card begins with. */
const TOP = ":is(.kit-header, .kit-heading-group, h2.kit-heading):first-child";

/** A headline as the top. */
const HEADLINE = ":is(.kit-heading-group, h2.kit-heading):first-child";

/** What is above columns, below the top. */
const ABOVE = ":is(.kit-callout, .kit-heading-group, h2.kit-heading)";

/** The top, and a remark or a headline below it. */
const START = `:is(${TOP}, ${TOP} + ${ABOVE})`;

/** A block that can be below one or two columns. */
const SMALL = `:is(.kit-stat, .kit-meter, .kit-text, .kit-callout, ${VALUES})`;

/** The last block of a card but for small ones. */
const LAST = `:nth-last-child(1 of :not(.kit-meter, .kit-text, .kit-callout, ${VALUES}, [data-dropped]))`;

/** Rows at the end of a card, if a column has room for them. */
const LAST_ROWS = `:is(.kit-list, .kit-table-frame:not([data-wide]))${LAST}`;

/** A drawing at the end of a card. */
const LAST_DRAWING = `${DRAWING}${LAST}`;

/** What is beside other blocks at the end of a card. */
const END = `:is(.kit-list, .kit-table-frame:not([data-wide]), ${DRAWING})${LAST}`;

/** A heading in one place with the rows below it: it is as high as the label of a value beside it. */
function headed(rows: string): string {
  return `
  > ${HEADING}:has(+ ${rows}) { align-self: start; overflow: clip visible; line-height: var(--kit-label-line); text-overflow: ellipsis; white-space: nowrap; }
  > ${HEADING} + ${rows} { margin-block-start: calc(var(--kit-label-line) + var(--kit-below)); }
  > .kit-list { margin-block-start: calc(-1 * var(--kit-pad)); ${NO_LINES} }
  > ${HEADING} + .kit-list${rows} { margin-block-start: calc(var(--kit-label-line) + var(--kit-below) - var(--kit-pad)); }
`;
}

/** The last block that is shown. */
const LAST_SHOWN = ":nth-last-child(1 of :not([data-dropped]))";

/** What is beside rows, or a drawing, at the end of a card. */
interface Before {
  /** The first of those blocks. */
  readonly first: string;
  /** The blocks that can be below it. */
  readonly others: string;
  /** At most so many blocks. */
  readonly most: number;
}

/**
 * A condition for each number of blocks that are beside the end of a card: rows, with their heading or without; a drawing
 * after rows; a drawing after a value and small blocks, or between them.
 */
function chainsOf({ first, others, most }: Before): string[] {
  return Array.from({ length: most }, (_, below) => {
    const blocks = [first, ...Array(below).fill(others)];
    const small = [".kit-stat", ...Array(below).fill(SMALL)];
    const chains = [
      [...blocks, LAST_ROWS],
      [...blocks, HEADING, LAST_ROWS],
      [...blocks.slice(0, -1), ROWS, LAST_DRAWING],
    ];
    if (below > 0) chains.push([...small, LAST_DRAWING]);
    if (below > 1) chains.push([".kit-stat", LAST_DRAWING, ...small.slice(2), SMALL + LAST_SHOWN]);
    return chains.flatMap(shown).join(", ");
  });
}

/** Blocks that are shown one after the other below the top, or below what is above columns. */
function shown(blocks: readonly string[]): string[] {
  return [TOP, `${TOP} + ${ABOVE}`].map((start, index) => {
    const places = blocks.map((block, place) =>
      `${block}:nth-child(${index + 2 + place} of :not([data-dropped]))`
    );
    return `> ${[start, ...places].join(" ~ ")}`;
  });
}

/** The end of a card is beside the blocks that are before it. Small blocks after it are below both, or below a value. */
function endBeside(before: Before): string {
  const contents = chainsOf(before).map((chain) => `${CONTENT}:has(${chain})`);
  return `
  ${contents.join(",\n  ")} {
    --kit-head: auto;
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    column-gap: var(--space-5);
    align-items: start;
    &:has(> ${TOP} + ${ABOVE}) { --kit-head: auto auto; --kit-from: 3; }
    &:has(> ${DRAWING}, > .kit-grid, > ${HEADING} + ${ROWS} ~ ${ROWS}) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    > * { grid-column: 1; }
    > ${START}, > ${END} ~ * { grid-column: 1 / -1; }
    &:has(> ${START} + .kit-stat + ${LAST_DRAWING}) > ${END} ~ * { grid-column: 1; }
    > ${END}, > ${HEADING}:has(+ ${LAST_ROWS}) { grid-column: 2; grid-row: var(--kit-from, 2) / span var(--kit-blocks, 1); }
    > ${ROWS} { columns: auto; }
    > .kit-list > .kit-item:first-child { border-block-start: 0; }
    > ${END} ~ .kit-grid[data-values="2"] { column-gap: inherit; }
    > ${DRAWING} { align-self: stretch; }
    :host([data-fixed]) & > ${DRAWING} { contain-intrinsic-block-size: var(--kit-chart) !important; }
    ${headed(LAST_ROWS)}
  }
  ${
    contents.map((content, index) =>
      `${content} { --kit-blocks: ${index + 1}; grid-template-rows: var(--kit-head) ${
        "auto ".repeat(index)
      }${REST}; }`
    ).join("\n  ")
  }
`;
}

/** What can be beside the end of a wide card that is as high as its content. */
const FEW_BLOCKS: Before = {
  first: `:is(.kit-stat, ${HEADING}, ${VALUES}, ${DRAWING})`,
  others: `:is(${SMALL}, ${ROWS}, ${DRAWING})`,
  most: 3,
};

/** And of one that is too low for all of them below one another. */
const BLOCKS: Before = { ...FEW_BLOCKS, most: 4 };

/** In a wide card of a fixed size rows are beside what is before them. */
export const BLOCKS_AND_ROWS: string = endBeside(BLOCKS);

/** In a low card rows are beside a value and a text below it, and bars or remarks are beside a value. */
export const VALUE_AND_ROWS = `
  ${endBeside({ first: ".kit-stat", others: ".kit-text", most: 2 })}
  ${CONTENT}:has(> .kit-header:first-child + .kit-stat + :is(.kit-meter, .kit-callout)):not(:has(> .kit-stat ~ :not(.kit-meter, .kit-callout, [data-dropped]))) {
    ${TWO_COLUMNS}
    grid-template-columns: repeat(2, minmax(0, 1fr));
    grid-template-rows: auto auto ${REST};
    > .kit-stat { grid-row: 2 / span 2; }
    > .kit-stat ~ * { grid-column: 2; }
    > .kit-callout > .kit-callout-text { white-space: normal; }
  }
`;

/** The content of a card that begins with a value and a chart, and has no end beside them. */
function valueAndChart(chart: string, before: Before): string {
  return `${CONTENT}:has(> ${START} + .kit-stat + ${chart}):not(:has(${chainsOf(before).join(", ")}))`;
}

/** A value above a chart is beside it, and what follows is below both. */
const CHART_BESIDE = `
  ${TWO_COLUMNS}
  > ${TOP}, > ${ABOVE} { grid-column: 1 / -1; }
  > .kit-stat:has(+ .kit-figure) { align-self: center; }
  > ${START} + .kit-stat + ${DRAWING} ~ * { grid-column: 1 / -1; }
  > .kit-grid[data-values="2"] { grid-template-columns: inherit; column-gap: inherit; }
`;

/** In a card of a fixed size. */
export const VALUE_AND_CHART = `
  ${valueAndChart(`${DRAWING}:not([data-dropped])`, BLOCKS)} {
    ${CHART_BESIDE}
    grid-template-rows: auto ${REST};
    &:has(> ${TOP} + ${ABOVE}) { grid-template-rows: auto auto ${REST}; }
    > ${START} + .kit-stat + ${DRAWING} { align-self: stretch; contain-intrinsic-block-size: var(--kit-chart) !important; }
  }
`;

/** A bar of a card. */
const BAR = "div.kit-meter:not([data-dropped])";

/** The content of a card that begins with as many bars, and has `after` next to the last one. */
function bars(count: number, after: string): string {
  return `${CONTENT}:has(> ${[TOP, ...Array(count).fill(BAR)].join(" + ")}${after})`;
}

/** Above a chart. */
const ABOVE_CHART = ` + ${DRAWING}:not([data-dropped])`;

/** Four to six bars above a chart are in two columns. */
const BARS_ABOVE_CHART = `
  ${[4, 5, 6].map((count) => bars(count, ABOVE_CHART)).join(",\n  ")} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: var(--space-5);
    align-items: start;
    > :not(${BAR}), > ${DRAWING} ~ * { grid-column: 1 / -1; }
  }
`;

/** In a card of a fixed size. */
export const BARS_AND_CHART = `
  ${BARS_ABOVE_CHART}
  ${CONTENT}:has(> ${BAR} + ${DRAWING}) > ${DRAWING} { align-self: stretch; contain-intrinsic-block-size: var(--kit-chart) !important; }
  ${bars(4, ABOVE_CHART)} { grid-template-rows: auto auto auto ${REST}; }
  ${bars(5, ABOVE_CHART)}, ${bars(6, ABOVE_CHART)} { grid-template-rows: auto auto auto auto ${REST}; }
`;

/** In a low wide card that has nothing but four to six bars, they are in two or three columns. */
export const BARS_OF_CELLS = `
  ${[4, 5, 6].map((count) => bars(count, LAST_SHOWN)).join(", ")} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: var(--space-5);
    align-content: start;
    > .kit-header { grid-column: 1 / -1; }
  }
  ${bars(5, LAST_SHOWN)}, ${bars(6, LAST_SHOWN)} { grid-template-columns: repeat(3, minmax(0, 1fr)); }
`;

/** In a wide card that is as high as its content, blocks are beside each other as in a wide one of a fixed size. */
export const WIDE_FEED = `
  :host(:not([data-fixed])) {
    ${BESIDE}
    ${LINES}
    ${CONTENT} > .kit-list:not(.kit-timeline):has(> .kit-item:nth-child(6)), ${CONTENT} > ${SHORT_ROWS} { ${DIVIDED_COLUMNS} }
    ${valueAndChart(DRAWING, FEW_BLOCKS)} {
      ${CHART_BESIDE}
      grid-template-rows: none;
    }
    ${BARS_ABOVE_CHART}
    ${endBeside(FEW_BLOCKS)}
  }
`;

/** What is below a bar in one place with it, if a value is before them. */
const BELOW_BAR = ".kit-stat + .kit-meter + :is(.kit-meter, .kit-callout, .kit-text):not([data-dropped])";

/** A block that a card shows in a place of its own: not its top, and not what is in one place with the block before. */
const CELL = `:not(${TOP}, [data-dropped], ${HEADING} + ${ROWS}, ${BELOW_BAR})`;

/** The content of a card that has two or three of them below its header. */
const TWO_OR_THREE =
  `${CONTENT}:has(> .kit-header:first-child ~ ${CELL} ~ ${CELL}, > ${HEADLINE} + :is(.kit-stat, ${VALUES}) + ${DRAWING}:not([data-dropped])):not(:has(> ${CELL} ~ ${CELL} ~ ${CELL} ~ ${CELL}))`;

/** Two or three blocks of a low wide card are beside one another. */
export const COLUMNS_OF_CELLS = `
  ${TWO_OR_THREE} {
    ${TWO_COLUMNS}
    > * { margin-block: 0; }
    > ${HEADLINE} { grid-column: 1 / -1; }
    &:has(> .kit-header + .kit-auto) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
    &:has(> .kit-header + ${HEADING} + ${ROWS} + ${HEADING}) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    &:has(> ${CELL} ~ ${CELL} ~ ${CELL}) { --kit-row-text: 0.8125rem; grid-template-columns: repeat(3, minmax(0, 1fr)); }
    &:has(> .kit-header + .kit-stat + ${CELL} + ${CELL}) { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) minmax(0, 3fr); }
    &:has(> .kit-header + .kit-stat + ${DRAWING} + ${VALUES}) { grid-template-columns: minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr); }
    &:has(> ${CELL} + ${VALUES} + ${CELL}) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) minmax(0, 3fr); }
    &:has(> .kit-header + .kit-auto + ${CELL} + ${CELL}) { grid-template-columns: minmax(0, 5fr) minmax(0, 3fr) minmax(0, 3fr); }
    &:has(> ${HEADLINE} + ${VALUES}) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    &:has(> ${HEADLINE} + ${VALUES} + ${CELL} + ${CELL}) { grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) minmax(0, 3fr); }
    &:has(> ${ROWS} + .kit-callout) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
    > :is(.kit-figure, .tck-chart, .kit-auto, .kit-grow) { align-self: stretch; }
    &:has(> ${BELOW_BAR}) {
      grid-template-rows: auto auto ${REST};
      > ${CELL}:not(.kit-stat + .kit-meter) { grid-row: 2 / span 2; }
      > ${BELOW_BAR} { grid-area: 3 / 2; }
    }
    > .kit-callout > .kit-callout-text { white-space: normal; }
    > .kit-button { justify-self: start; }
    > .kit-grid[data-columns="4"][data-values], &:has(> ${CELL} ~ ${CELL} ~ ${CELL}) > ${VALUES}:has(> :nth-child(4)) { --kit-columns: 2; }
    ${headed(ROWS)}
    ${
  [1, 2, 3].map((place) =>
    `> ${HEADING}:nth-child(${place} of ${CELL}):has(+ ${ROWS}) { &, & + ${ROWS} { grid-area: 2 / ${place}; } }`
  ).join("\n    ")
}
  }
`;

/** In the highest of the low wide cards, two values between or beside others are one below the other. */
export const VALUES_OF_CELLS =
  `${TWO_OR_THREE}:has(> ${CELL} ~ ${CELL} ~ ${CELL}) > .kit-grid[data-columns="2"][data-values]:has(> :nth-child(2):last-child) { --kit-columns: 1; }`;
