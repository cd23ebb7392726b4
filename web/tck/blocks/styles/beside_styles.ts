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

/** What is above columns, below the top. */
const ABOVE = ":is(.kit-callout, .kit-heading-group, h2.kit-heading)";

/** The top, and a remark or a headline below it. */
const START = `:is(${TOP}, ${TOP} + ${ABOVE})`;

/** The last block of a card but for remarks, if it is rows that a column has room for. */
const LAST_ROWS =
  ":is(.kit-list, .kit-table-frame:not([data-wide])):nth-last-child(1 of :not(.kit-callout, .kit-text, [data-dropped]))";

/** A heading in one place with the rows below it: it is as high as the label of a value beside it. */
function headed(rows: string): string {
  return `
  > ${HEADING}:has(+ ${rows}) { align-self: start; overflow: clip visible; line-height: var(--kit-label-line); text-overflow: ellipsis; white-space: nowrap; }
  > ${HEADING} + ${rows} { margin-block-start: calc(var(--kit-label-line) + var(--kit-below)); }
  > .kit-list { margin-block-start: calc(-1 * var(--kit-pad)); ${NO_LINES} }
  > ${HEADING} + .kit-list${rows} { margin-block-start: calc(var(--kit-label-line) + var(--kit-below) - var(--kit-pad)); }
`;
}

/**
 * The rows at the end of a card, with their heading, are beside the blocks that are before them.
 *
 * @param first the first of those blocks
 * @param others the blocks that can be below it
 * @param most as many blocks
 */
function rowsBeside(first: string, others: string, most: number): string {
  const contents = Array.from({ length: most }, (_, count) => {
    const chain = [START, first, ...Array(count).fill(others)].join(" + ");
    return `${CONTENT}:has(> ${chain} + ${LAST_ROWS}, > ${chain} + ${HEADING} + ${LAST_ROWS})`;
  });
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
    > ${TOP}, > ${ABOVE}, > ${LAST_ROWS} ~ * { grid-column: 1 / -1; }
    > ${LAST_ROWS}, > ${HEADING}:has(+ ${LAST_ROWS}) { grid-column: 2; grid-row: var(--kit-from, 2) / span var(--kit-blocks, 1); }
    > ${ROWS} { columns: auto; }
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

/** In a wide card rows are beside what is before them. */
export const BLOCKS_AND_ROWS: string = rowsBeside(
  `:is(.kit-stat, ${HEADING}, ${VALUES}, ${DRAWING})`,
  `:is(.kit-stat, .kit-meter, .kit-text, ${ROWS}, ${VALUES}, ${DRAWING})`,
  3,
);

/** In a low card rows are beside a value and a text below it, and a bar or a remark is beside a value. */
export const VALUE_AND_ROWS = `
  ${rowsBeside(".kit-stat", ".kit-text", 2)}
  ${CONTENT}:has(> .kit-header:first-child + .kit-stat + :is(.kit-meter, .kit-callout)):not(:has(> .kit-stat ~ * ~ :not([data-dropped]))) {
    ${TWO_COLUMNS}
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > .kit-callout > .kit-callout-text { white-space: normal; }
  }
`;

/** The content of a card that begins with a value and a chart, and has no rows beside them. */
function valueAndChart(chart: string): string {
  return `${CONTENT}:has(> ${START} + .kit-stat + ${chart}):not(:has(> ${DRAWING} + ${LAST_ROWS}, > ${DRAWING} + ${HEADING} + ${LAST_ROWS}))`;
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
  ${valueAndChart(`${DRAWING}:not([data-dropped])`)} {
    ${CHART_BESIDE}
    grid-template-rows: auto ${REST};
    &:has(> ${TOP} + ${ABOVE}) { grid-template-rows: auto auto ${REST}; }
    > ${START} + .kit-stat + ${DRAWING} { align-self: stretch; contain-intrinsic-block-size: var(--kit-chart) !important; }
  }
`;

/** In a wide card that is as high as its content, blocks are beside each other as in a wide one of a fixed size. */
export const WIDE_FEED = `
  :host(:not([data-fixed])) {
    ${BESIDE}
    ${LINES}
    ${CONTENT} > .kit-list:not(.kit-timeline):has(> .kit-item:nth-child(6)) { ${DIVIDED_COLUMNS} }
    ${valueAndChart(DRAWING)} {
      ${CHART_BESIDE}
      grid-template-rows: none;
    }
    ${BLOCKS_AND_ROWS}
  }
`;

/** A block that a card shows in a place of its own: not its header, and not the rows below a heading. */
const CELL = `:not(.kit-header, [data-dropped], ${HEADING} + ${ROWS})`;

/** The content of a card that has two or three of them below its header. */
const TWO_OR_THREE =
  `${CONTENT}:has(> .kit-header:first-child ~ ${CELL} ~ ${CELL}):not(:has(> ${CELL} ~ ${CELL} ~ ${CELL} ~ ${CELL}))`;

/** Two or three blocks of a low wide card are beside one another. */
export const COLUMNS_OF_CELLS = `
  ${TWO_OR_THREE} {
    ${TWO_COLUMNS}
    > * { margin-block: 0; }
    &:has(> .kit-header + .kit-auto) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
    &:has(> .kit-header + ${HEADING} + ${ROWS} + ${HEADING}) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    &:has(> ${CELL} ~ ${CELL} ~ ${CELL}) { --kit-row-text: 0.8125rem; grid-template-columns: repeat(3, minmax(0, 1fr)); }
    &:has(> .kit-header + .kit-stat + ${CELL} + ${CELL}) { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) minmax(0, 3fr); }
    &:has(> .kit-header + .kit-stat + ${DRAWING} + ${VALUES}) { grid-template-columns: minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr); }
    &:has(> ${CELL} + ${VALUES} + ${CELL}) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) minmax(0, 3fr); }
    &:has(> .kit-header + .kit-auto + ${CELL} + ${CELL}) { grid-template-columns: minmax(0, 5fr) minmax(0, 3fr) minmax(0, 3fr); }
    &:has(> ${ROWS} + .kit-callout) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
    > :is(.kit-figure, .tck-chart, .kit-auto, .kit-grow) { align-self: stretch; }
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
