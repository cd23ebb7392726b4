import {
  ARRANGED,
  BESIDE,
  COLUMNS,
  DIVIDED_COLUMNS,
  DRAWING,
  LINED_FEED,
  LINES,
  PLAIN_LIST,
  ROWS,
  SHORT_ROWS,
  WIDE_FEED,
} from "./beside_styles.ts";

/** What happens when, from the start to the end of a low wide card. An event without room is in a row below, and is dropped. */
const HORIZONTAL = `
  position: relative;
  flex: 1 1 0;
  grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr));
  grid-template-rows: 100%;
  grid-auto-rows: 100%;
  > .kit-event { display: block; grid-column: auto; }
  > .kit-event > * { padding-block: 0; }
  > .kit-event > .kit-event-time { line-height: var(--kit-label-line); text-align: start; }
  > .kit-event > .kit-event-main { padding: var(--space-5) var(--space-2) 0 0; }
  > .kit-event > .kit-event-main::before {
    inset: 0.75rem auto auto 0.25rem;
    inline-size: 100%;
    block-size: 2px;
  }
  > .kit-event > .kit-event-main:dir(rtl)::before { inset: 0.75rem 0.25rem auto auto; }
  > .kit-event:nth-last-child(2) > .kit-event-main::before { inline-size: 0; }
  > .kit-event > .kit-event-main::after { inset-block-start: 0.5rem; }
  > .kit-event > .kit-event-end { text-align: start; }
  > .kit-more { inset-block-start: 0; inset-inline-end: 0; inline-size: auto; block-size: auto; clip-path: none; }
`;

/** A timeline in a narrow place has times and texts, and nothing else. */
const TIMES_AND_TEXTS = `
  grid-template-columns: auto minmax(0, 1fr);
  .kit-event-main, > .kit-more { padding-inline-start: 0; }
  .kit-event-text { overflow: clip visible; text-overflow: ellipsis; white-space: nowrap; }
  .kit-event-main::before, .kit-event-main::after, .kit-event-end { display: none; }
`;

/** A grid with drawings in columns of their own. */
const FIGURES = `.kit-grid:has(> ${DRAWING}, > .kit-column > ${DRAWING})`;

/** Its columns are below one another, and its drawings take the room that the others leave. */
const FIGURES_BELOW = `
  .kit-column > ${FIGURES} {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-block-size: 0;
    > .kit-column { flex: 0 0 auto; }
    > .kit-column:has(> ${DRAWING}) { flex: 1 1 auto; min-block-size: 0; }
  }
`;

/** The card, its header, columns, grids and lists. A query of the card's height is true in a card of a fixed size only. */
export const LAYOUT_STYLES = `
.kit-card > .kit-stack { --kit-own-gap: var(--kit-gap); }
:where(.kit-card > .kit-stack) > .kit-auto { --kit-own-gap: var(--kit-gap); }
.kit-card > .kit-stack > .kit-header:not(:last-child) { margin-block-end: calc(var(--kit-gap-head) - var(--kit-gap)); }
.kit-card > .kit-stack[data-justify="between"] { justify-content: space-between; }
.kit-card > .kit-stack:is([data-justify="center"], [data-justify="end"]) {
  > :first-child:not(.kit-header), > .kit-header + * { margin-block-start: auto; }
}
.kit-card > .kit-stack[data-justify="center"] > :last-child { margin-block-end: auto; }
/* A heading is nearer to what is below it than rows are to one another. */
.kit-column:not(.kit-auto) > :is(h3, h4).kit-heading {
  &:not(:has(+ .kit-text)) { margin-block-end: calc(var(--kit-own-gap) / -2); }
  & + .kit-list { margin-block-start: var(--space-1); }
  & + ${PLAIN_LIST} { margin-block-start: calc(min(var(--kit-pad), var(--kit-own-gap)) / -2); }
}
.kit-column > .kit-stack:empty:not(.kit-grow), :is(.kit-item-end, .kit-event-end):empty { display: none; }
.kit-grow { flex: 1 0 auto; }
.kit-column > :is(.kit-list, .kit-table-frame, .kit-grid, .kit-figure) { inline-size: 100%; }
.kit-stack:not(.kit-column) > .kit-grow { flex: 1 1 0; }
.kit-row > .kit-stat:has(+ ${DRAWING}) { flex: 2 1 0; align-self: start; }
.kit-row > .kit-stat + ${DRAWING} { flex: 3 1 0 !important; align-self: stretch; }

.kit-header { display: flex; gap: var(--space-2); align-items: baseline; min-block-size: 1.25rem; line-height: 1.25rem; }
.kit-header-start { display: flex; flex: none; align-self: center; align-items: center; max-inline-size: 40%; color: var(--color-accent); }
.kit-header-start > svg { inline-size: 1rem; block-size: 1rem; }
.kit-header-title {
  flex: 1;
  min-inline-size: 0;
  overflow: clip visible;
  color: var(--color-accent);
  font-size: var(--kit-header);
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-header-end {
  flex: none;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  line-height: var(--kit-caption-line);
  text-align: end;
  white-space: nowrap;
}

:is(.kit-header-end, .kit-event-end, .kit-item-end) > svg { vertical-align: -0.2em; }
.kit-header-end:has(> .kit-stack) { align-self: center; }
.kit-header[data-wrapped] { flex-wrap: wrap; row-gap: 0; }
.kit-header[data-wrapped] > .kit-header-end { flex-basis: 100%; text-align: start; }

.kit-grid { display: grid; gap: var(--space-3); grid-template-columns: repeat(var(--kit-columns), minmax(0, 1fr)); }
.kit-grid[data-columns="1"] { --kit-columns: 1; }
.kit-grid[data-columns="2"] { --kit-columns: 2; }
.kit-grid[data-columns="3"] { --kit-columns: 3; }
.kit-grid[data-columns="4"] { --kit-columns: 4; }
.kit-grid[data-columns="6"] { --kit-columns: 6; }
@container kit-card (max-width: 30rem) {
  .kit-grid[data-columns="4"] { --kit-columns: 2; }
  .kit-grid[data-columns="6"] { --kit-columns: 3; }
  .kit-grid:has(.kit-item-end, .kit-timeline, .kit-table), ${FIGURES} { --kit-columns: 1; row-gap: var(--kit-gap); }
}
@container kit-card (max-width: 12rem) {
  .kit-grid[data-columns="3"], .kit-grid:has(> .kit-stat) { --kit-columns: 1; }
  .kit-grid[data-columns="6"] { --kit-columns: 2; }
}
@container kit-card (width > 12rem) {
  /* Values beside each other do not touch. */
  .kit-grid:not([data-columns="1"]) > .kit-stat { --kit-place: calc(100cqi - 0.25rem); }
}
.kit-grid > * { min-width: 0; }
:where(.kit-grid) > .kit-column { --kit-own-gap: var(--kit-gap); }
.kit-grid > .kit-column > :is(h3, h4).kit-heading:first-child { line-height: var(--kit-label-line); }
@container kit-card (width > 30rem) {
  .kit-card > .kit-stack > .kit-grid[data-columns="2"], .kit-grid:has(> .kit-column, > ${ROWS}, > ${DRAWING}) { column-gap: var(--space-5); }
  .kit-grid > ${PLAIN_LIST}, .kit-grid > .kit-column > ${PLAIN_LIST}:first-child { margin-block-start: calc(-1 * var(--kit-pad)); }
}
.kit-grid:has(> .kit-meter) { column-gap: var(--space-5); }

.kit-swatch {
  flex: none;
  inline-size: 0.625rem;
  block-size: 0.625rem;
  border-radius: 0.1875rem;
  background: var(--kit-ink, currentcolor);
}
.kit-item[aria-current] {
  margin-inline: calc(var(--space-2) * -1);
  padding-inline: var(--space-2);
  border-radius: var(--radius-control);
  background: var(--color-accent-soft);
  font-weight: 600;
}
.kit-list > .kit-item[aria-current]:first-child:nth-last-child(2) {
  margin-inline: 0;
  padding-inline: var(--space-3);
}
.kit-list > .kit-item[aria-current] + .kit-item[aria-current] {
  border-block-start: 2px solid transparent;
  background-clip: padding-box;
}
.kit-list[data-divided] > :is(.kit-item[aria-current], .kit-item[aria-current] + .kit-item) { border-color: transparent; }
:is(.kit-item, .kit-event)[data-past] { color: var(--color-text-muted); }
:is(.kit-item, .kit-event)[data-past] > .kit-swatch { opacity: 0.5; }
.kit-more {
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  line-height: var(--kit-caption-line);
}
.kit-more:empty, .kit-more[data-in-heading] { display: none; }
.kit-heading[data-more] { position: relative; padding-inline-end: 2.5em; }
.kit-heading[data-more]::after {
  content: attr(data-more);
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  font-weight: 400;
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-more[data-below-several] { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
}

.kit-timeline { display: grid; grid-template-columns: auto minmax(5rem, 1fr) fit-content(45%); }
.kit-event {
  --kit-dot: calc(var(--kit-pad) + var(--kit-row-line) / 2 - 0.3125rem);
  --kit-halo: min(4px, var(--kit-row) / 2 - 0.5rem - 1px);
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: baseline;
  column-gap: var(--space-2);
}
.kit-event > * { padding-block: var(--kit-pad); }
.kit-event-time { color: var(--color-text-muted); font-size: var(--text-sm); text-align: end; white-space: nowrap; }
.kit-event-main { position: relative; align-self: stretch; padding-inline-start: 1.125rem; }
.kit-event-main:last-child { grid-column: 2 / -1; }
.kit-event[aria-current] { font-weight: 600; }
.kit-event-main::before, .kit-event-main::after { content: ""; position: absolute; }
.kit-event-main::before {
  inset-block: 0;
  inset-inline-start: 0.25rem;
  inline-size: 2px;
  background: var(--color-border);
}
.kit-event:first-child > .kit-event-main::before { inset-block-start: var(--kit-dot); }
.kit-event:nth-last-child(2) > .kit-event-main::before { inset-block-end: auto; block-size: var(--kit-dot); }
.kit-event-main::after {
  inset-block-start: var(--kit-dot);
  inset-inline-start: 0;
  inline-size: 0.625rem;
  block-size: 0.625rem;
  border: 2px solid var(--kit-ink, var(--color-accent));
  border-radius: 50%;
  background: var(--color-surface);
}
.kit-event[data-past] > .kit-event-main::after { border-color: var(--color-border); background: var(--color-border); }
.kit-event[aria-current] > .kit-event-main::after {
  background: var(--kit-ink, var(--color-accent));
  box-shadow: 0 0 0 var(--kit-halo) color-mix(in srgb, var(--kit-ink, var(--color-accent)) 25%, transparent);
}
.kit-event[aria-current] > .kit-event-time { color: var(--color-text); }
.kit-timeline > .kit-more { grid-column: 2 / -1; padding-inline-start: 1.125rem; }
.kit-event-end { min-inline-size: 0; overflow: clip visible; font-size: var(--text-sm); text-align: end; text-overflow: ellipsis; white-space: nowrap; }

.kit-table-frame { container: kit-table / inline-size; min-inline-size: 0; }
.kit-table { inline-size: 100%; border-spacing: 0; font-size: var(--kit-row-text); line-height: var(--kit-row-line); }
.kit-table :is(th, td) {
  padding: var(--kit-pad) 0;
  padding-inline-start: var(--space-3);
  font-weight: 400;
  text-align: start;
  vertical-align: baseline;
}
.kit-table :is(th, td):first-child { padding-inline-start: 0; }
.kit-table [data-align="end"] + :not([data-align="end"]) { padding-inline-start: var(--space-4); }
@container kit-table (width > 24rem) {
  .kit-table [data-align="end"] + :not([data-align="end"]) { padding-inline-start: var(--space-5); }
}
.kit-table thead th {
  padding-block: 0 var(--space-1);
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: var(--kit-caption-line);
}
.kit-table tbody :is(th, td) { border-block-start: 1px solid var(--color-border); }
.kit-table thead.kit-visually-hidden + tbody > tr:first-child > * { border-block-start: 0; }
.kit-table [data-align="center"] { text-align: center; }
.kit-table [data-align="end"] { text-align: end; }
.kit-table:not([data-wrapped]) td, .kit-table[data-measured] th { white-space: nowrap; }
.kit-table tbody > tr > th { min-inline-size: var(--kit-heading, 0); }
.kit-table[data-measured] { inline-size: auto; }
.kit-table [data-omitted] { display: none; }
.kit-table[data-wrapped] th { overflow-wrap: anywhere; }
.kit-table tr:has(> td > .tck-sparkline) > * { vertical-align: middle; }
.kit-table tr[aria-current] > * { background: var(--color-accent-soft); font-weight: 600; }
.kit-table tr:is([aria-current], [aria-current] + tr) > * { border-color: transparent; }
.kit-table tr[aria-current] > :first-child {
  --kit-shift: -0.5rem;
  border-start-start-radius: var(--radius-control);
  border-end-start-radius: var(--radius-control);
}
.kit-table tr[aria-current] > :nth-last-child(1 of :not([data-omitted])) {
  --kit-shift: 0.5rem;
  border-start-end-radius: var(--radius-control);
  border-end-end-radius: var(--radius-control);
}
.kit-table tr[aria-current] > * { box-shadow: var(--kit-shift, 0) 0 var(--color-accent-soft); }
.kit-table tr[aria-current] > :dir(rtl) { box-shadow: calc(-1 * var(--kit-shift, 0rem)) 0 var(--color-accent-soft); }
@container kit-table (max-width: 16rem) {
  .kit-table { font-size: max(var(--text-sm), 0.8125rem); }
  .kit-table :is(th, td):not(:first-child, [data-align="end"] + *) { padding-inline-start: var(--space-2); }
}

${ARRANGED}
@container tck-card (width >= 26rem) {
  ${LINED_FEED}
}
@container tck-card (width >= 34rem) {
  ${WIDE_FEED}
}
@container tck-card (height > 0px) {
  .kit-card { display: flex; flex-direction: column; box-sizing: border-box; block-size: 100%; }
  .kit-card > .kit-stack { flex: 1 1 0; min-block-size: 0; }
  .kit-column > * { flex-shrink: 0; }
  .kit-column > .kit-figure {
    flex: 1 1 var(--kit-natural, 6rem);
    min-block-size: var(--kit-least, 3rem);
  }
  .kit-column > .kit-image { flex-shrink: 1; min-block-size: 3rem; }
  .kit-column > .kit-auto:has(> .kit-figure, > .tck-chart) { flex: 1 1 auto; min-block-size: 0; }
  .kit-card > .kit-stack[data-values]:not([data-justify], [data-layout]) {
    > .kit-header + * { margin-block-start: auto; }
    > .kit-auto { justify-content: flex-end; }
    > .kit-auto:not([data-align]) > .kit-stat { align-self: end; }
  }
}
@container tck-card (height >= 11rem) {
  .kit-card > .kit-stack[data-values]:not([data-justify], [data-layout]) > .kit-grid:is(
    [data-columns="2"]:has(> :nth-child(3)),
    [data-columns="3"]:has(> :nth-child(4)),
    [data-columns="4"]:has(> :nth-child(5))
  ):last-child {
    flex: 1 1 auto;
    align-content: space-evenly;
    margin-block-start: 0;
  }
}
@container tck-card (0px < height < 34rem) {
  .kit-card > .kit-stack:not([data-justify], [data-layout]):has(> .kit-meter ~ .kit-meter ~ .kit-meter:not([data-dropped])):not(:has(> :not(.kit-header, .kit-meter, [data-dropped]))) > .kit-meter + .kit-meter {
    margin-block-start: auto;
  }
}
@container tck-card (height >= 11rem) {
  :is(.kit-grow.kit-grid, .kit-grow.kit-grid > .kit-column) > .tck-chart { contain-intrinsic-block-size: var(--kit-chart) !important; }
}
@container tck-card (height >= 11rem) and (width <= 40rem) {
  ${FIGURES_BELOW}
}
@container tck-card (height > 0px) and (width <= 18rem) {
  ${FIGURES_BELOW}
}
@container tck-card (height > 0px) and (width > 40rem) {
  .kit-card > .kit-stack[data-values="1"] .kit-stat {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    column-gap: var(--space-5);
    > .kit-stat-label { grid-column: 1 / -1; }
    > .kit-stat-foot { align-self: end; text-align: end; }
    > .kit-stat-foot > .kit-stat-trend { justify-content: end; }
  }
}
@container tck-card (height >= 11rem) and (width > 40rem) {
  ${LINES}
  .kit-card > .kit-stack > .kit-list:not(.kit-timeline, [data-beside]):has(> .kit-item:nth-child(8)), .kit-card > .kit-stack > ${SHORT_ROWS} {
    ${DIVIDED_COLUMNS}
  }
}
@container tck-card (height >= 34rem) {
  .kit-card[data-abreast] > .kit-stack > .kit-list:not(.kit-timeline):has(> .kit-item:nth-child(4)) { ${DIVIDED_COLUMNS} }
}
@container tck-card (11rem <= height < 34rem) and (width > 40rem) {
  ${BESIDE}
  .kit-card[data-abreast] > .kit-stack > .kit-timeline > .kit-event > .kit-event-main {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    column-gap: var(--space-5);
    align-items: baseline;
  }
}
@container tck-card (height > 0px) and (height < 11rem) and (width > 18rem) {
  ${BESIDE}
  .kit-grid[data-columns="4"] { --kit-columns: 4; }
  ${FIGURES} { grid-auto-rows: minmax(0, 1fr); }
  .kit-column > ${FIGURES} { flex: 1 1 0; min-block-size: 0; }
}
@container tck-card (height > 0px) and (height < 11rem) and (width <= 40rem) {
  .kit-card > .kit-stack > .tck-chart:has(+ ${ROWS}, + .kit-heading + ${ROWS}) { --kit-chart: 5rem; }
}
@container tck-card (height > 0px) and (height < 11rem) and (18rem < width <= 40rem) {
  ${FIGURES} { --kit-columns: 2; }
  .kit-card > .kit-stack > .kit-header:first-child + .kit-stat + ${DRAWING} { --kit-chart: 4rem; }
  .kit-stack:has(> .kit-stat ~ ${ROWS}) {
    column-gap: var(--space-4);
    > ${ROWS} { --kit-row-text: 0.8125rem; }
    > .kit-timeline { ${TIMES_AND_TEXTS} }
    > .kit-list > .kit-item { column-gap: var(--space-2); }
  }
}
@container tck-card (height > 0px) and (height < 11rem) and (width > 40rem) {
  .kit-auto:not([data-align]) > .kit-stat { align-self: start; }
  .kit-grid:is([data-columns="2"], [data-columns="3"]):not(.kit-grid *):has(> :nth-child(4)) { --kit-columns: 4; }
  .kit-grid .kit-grid[data-columns="4"] { --kit-columns: 2; }
  .kit-card > .kit-stack > .kit-grid:is([data-columns="3"], [data-columns="4"]) ${ROWS} { --kit-row-text: 0.8125rem; }
  .kit-card > .kit-stack > .kit-list:not(.kit-timeline):has(> .kit-item:nth-child(2)):nth-child(-n + 2):nth-last-child(-n + 1) {
    ${COLUMNS}
    &:has(> .kit-item:nth-child(9)) { columns: 3; }
  }
  .kit-list[data-divided] > .kit-item + .kit-item { border: 0; }
  .kit-card > .kit-stack > .kit-timeline:nth-child(-n + 2):nth-last-child(1) { ${HORIZONTAL} }
}
@container tck-card (9rem < height < 11rem) and (width > 40rem) {
  .kit-stack[data-layout="cells-3"] > .kit-grid[data-columns="2"][data-values="2"] { --kit-columns: 1; }
}
@container tck-card (height > 0px) and (width < 12rem) {
  .kit-header { gap: var(--space-1); }
  .kit-header .kit-badge { padding-inline: var(--space-1); }
  .kit-timeline { ${TIMES_AND_TEXTS} }
  .kit-card[data-tight] .kit-callout-text { display: none; }
}
`;
