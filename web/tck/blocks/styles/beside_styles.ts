/** A block of rows. */
export const ROWS = ":is(.kit-list, .kit-table-frame)";

/** A list whose first item is not highlighted. Its first text begins where that of its neighbour does. */
export const PLAIN_LIST =
  ".kit-list:where(:not(:has(> .kit-item[aria-current]:nth-child(1 of :not([data-dropped])))))";

/** A drawing of values. */
export const DRAWING = ":is(.tck-chart, .kit-figure)";

/** A stack of direction `auto` is a row. */
export const BESIDE = `
  .kit-column > .kit-auto { flex-grow: 1; }
  .kit-auto { --kit-own-gap: var(--space-5); flex-direction: row; align-items: stretch; }
  .kit-column.kit-auto > * { flex: 3 1 0; block-size: auto; }
  .kit-column.kit-auto > :first-child { flex-grow: 2; }
  .kit-auto > .tck-chart { flex: 3 1 0 !important; }
  .kit-auto > .tck-chart:first-child { flex-grow: 2 !important; }
  .kit-auto:not([data-align]) > :not(.kit-figure, .tck-chart, .kit-list) { align-self: center; }
  .kit-auto:not([data-align]):has(> ${ROWS}) > .kit-stat { align-self: start; }
  .kit-auto:not([data-align]) > .kit-stat:has(+ .tck-chart) { align-self: start; }
  .kit-auto:not([data-align]):has(> .kit-stat):has(> .kit-meter) > :is(.kit-stat, .kit-meter) { align-self: start; }
`;

/** Rows as wide as a wide card have lines between them: their ends are far from their texts. */
export const LINES = `
  :where(.kit-card > .kit-stack) > .kit-list:not(.kit-timeline, [data-divided], [data-beside]) > .kit-item + .kit-item:where(:not([aria-current], [aria-current] + *)) {
    border-block-start: 1px solid var(--color-grid, var(--color-border));
  }
`;

/** Rows beside one another, in columns of the same height. */
export const COLUMNS = `columns: 2; column-gap: var(--space-5);`;

/** Those that have a line between them have one above both columns. */
export const DIVIDED_COLUMNS = `
  ${COLUMNS}
  > .kit-item:not([data-divided] > *) { border: 0; }
  &[data-divided] > .kit-item:first-child { border-block-start: 1px solid var(--color-border); }
`;

/** Four rows and more of nothing but a text. */
export const SHORT_ROWS =
  ".kit-list:not(.kit-timeline, [data-beside], :has(.kit-item-end, .kit-item-detail)):has(> .kit-item:nth-child(4))";

/** Blocks that the fitting has placed beside one another (see `arrange`). */
export const ARRANGED = `
.kit-card > .kit-stack[data-layout] {
  display: grid;
  grid-template: var(--kit-template);
  column-gap: var(--space-5);
  align-content: start;
  align-items: start;
  > * { grid-area: var(--kit-area); }
  > :is(.kit-figure, .tck-chart, .kit-auto, .kit-grow) { align-self: stretch; }
  > .kit-callout > .kit-callout-text { white-space: normal; }
  > .kit-button { justify-self: start; }
  > ${PLAIN_LIST}[data-beside] { margin-block-start: calc(-1 * var(--kit-pad)); }
  > .kit-heading[data-beside] {
    align-self: start;
    overflow: clip visible;
    line-height: var(--kit-label-line);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > .kit-heading[data-beside] + .kit-table-frame { margin-block-start: calc(var(--kit-label-line) + var(--kit-below)); }
  > .kit-heading[data-beside] + .kit-list { margin-block-start: calc(var(--kit-label-line) + var(--kit-below) - var(--kit-pad)); }
  &[data-layout|="cells"] > .kit-grid:not([data-columns="1"]):has(> .kit-meter) { --kit-columns: 2; }
  &[data-layout|="cells"] > .kit-heading[data-beside] + .kit-list { margin-block-start: calc(var(--kit-label-line) - 0.125rem); }
}
:host([data-fixed]) .kit-stack:is([data-layout="columns"], [data-layout="chart"], [data-layout="bars"]) > ${DRAWING} {
  contain-intrinsic-block-size: var(--kit-chart) !important;
}
.kit-stack:is([data-layout="columns"], [data-layout="chart"]) > .kit-grid[data-values="2"] { column-gap: inherit; }
.kit-stack[data-layout="chart"] {
  > .kit-stat:has(+ .kit-figure) { align-self: center; }
  > .kit-grid[data-values="2"] { grid-template-columns: inherit; }
}
.kit-stack[data-layout|="cells"] {
  > :not([data-beside]) { margin-block: 0; }
  > .kit-grid[data-columns="4"][data-values] { --kit-columns: 2; }
}
.kit-stack[data-layout="cells-3"] {
  --kit-row-text: 0.8125rem;
  > .kit-grid[data-values]:has(> :nth-child(4)) { --kit-columns: 2; }
}
`;

/** In a card that is as high as its content, a list has lines between its items from this width on. */
export const LINED_FEED = `
  :host(:not([data-fixed])) {
    ${LINES}
  }
`;

/** In a wide card that is as high as its content, blocks are beside each other as in a wide one of a fixed size. */
export const WIDE_FEED = `
  :host(:not([data-fixed])) {
    ${BESIDE}
    .kit-card > .kit-stack > :is(.kit-list:not(.kit-timeline, [data-beside]):has(> .kit-item:nth-child(6)), ${SHORT_ROWS}) { ${DIVIDED_COLUMNS} }
  }
`;
