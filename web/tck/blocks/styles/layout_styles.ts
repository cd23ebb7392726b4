/** The card, its header, columns, grids and lists. A query of the card's height is true in a card of a fixed size only. */
export const LAYOUT_STYLES = `
.kit-card > .kit-stack { gap: var(--space-4); }
.kit-card > .kit-stack[data-justify="between"] { justify-content: space-between; }
.kit-card > .kit-stack:is([data-justify="center"], [data-justify="end"]) {
  > :first-child:not(.kit-header), > .kit-header + * { margin-block-start: auto; }
}
.kit-card > .kit-stack[data-justify="center"] > :last-child { margin-block-end: auto; }
.kit-grow { flex: 1 0 auto; }
.kit-stack:not(.kit-column) > .kit-grow { flex: 1 1 0; }

.kit-header {
  display: flex;
  gap: var(--space-2);
  align-items: center;
  min-block-size: calc(1.25rem * var(--kit-scale, 1));
  line-height: calc(1.25rem * var(--kit-scale, 1));
}
.kit-header-start { display: flex; flex: none; align-items: center; max-inline-size: 40%; }
.kit-header-title {
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  color: var(--color-accent);
  font-size: var(--text-sm);
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-header-end {
  flex: none;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  text-align: end;
  white-space: nowrap;
}

.kit-grid { display: grid; gap: var(--space-3); grid-template-columns: repeat(var(--kit-columns), minmax(0, 1fr)); }
.kit-grid[data-columns="1"] { --kit-columns: 1; }
.kit-grid[data-columns="2"] { --kit-columns: 2; }
.kit-grid[data-columns="3"] { --kit-columns: 3; }
.kit-grid[data-columns="4"] { --kit-columns: 4; }
.kit-grid[data-columns="6"] { --kit-columns: 6; }
@container kit-card (max-width: 30rem) {
  .kit-grid[data-columns="4"] { --kit-columns: 2; }
  .kit-grid[data-columns="6"] { --kit-columns: 3; }
}
@container kit-card (max-width: 12rem) {
  .kit-grid[data-columns="3"] { --kit-columns: 1; }
  .kit-grid[data-columns="6"] { --kit-columns: 2; }
}
.kit-grid > * { min-width: 0; }

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
:is(.kit-item, .kit-event)[data-past] { color: var(--color-text-muted); }
:is(.kit-item, .kit-event)[data-past] > .kit-swatch { opacity: 0.5; }
.kit-more {
  padding-block-start: 0.125rem;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: 1.3;
}
.kit-more:empty { display: none; }

.kit-timeline { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; }
.kit-event {
  --kit-line: calc(var(--text-base) * 1.4);
  --kit-pad: 0.1875rem;
  --kit-dot: calc(var(--kit-pad) + var(--kit-line) / 2 - 0.3125rem);
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  column-gap: var(--space-2);
  line-height: var(--kit-line);
}
.kit-event > * { padding-block: var(--kit-pad); }
.kit-event-time { color: var(--color-text-muted); font-size: var(--text-sm); text-align: end; white-space: nowrap; }
.kit-event-main { position: relative; padding-inline-start: 1.125rem; }
.kit-event-main:has(> .kit-item-detail), .kit-event[aria-current] { font-weight: 600; }
.kit-event-main > .kit-item-detail { line-height: 1.35; }
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
  box-shadow: 0 0 0 3px color-mix(in srgb, var(--kit-ink, var(--color-accent)) 25%, transparent);
}
.kit-event[aria-current] > .kit-event-time { color: var(--color-text); }
.kit-event-end { font-size: var(--text-sm); text-align: end; white-space: nowrap; }

.kit-table-frame { container: kit-table / inline-size; min-inline-size: 0; }
.kit-table { inline-size: 100%; border-collapse: collapse; line-height: 1.35; }
.kit-table :is(th, td) {
  padding: 0.3125rem 0;
  padding-inline-end: var(--space-3);
  font-weight: 400;
  text-align: start;
  vertical-align: baseline;
}
.kit-table :is(th, td):last-child { padding-inline-end: 0; }
.kit-table thead th { padding-block-start: 0; color: var(--color-text-muted); font-size: var(--text-xs); font-weight: 600; }
.kit-table tbody tr { border-block-start: 1px solid var(--color-border); }
.kit-table thead.kit-visually-hidden + tbody > tr:first-child { border-block-start: 0; }
.kit-table [data-align="center"] { text-align: center; }
.kit-table [data-align="end"] { text-align: end; }
.kit-table td { white-space: nowrap; }
.kit-table tr[aria-current] > * { background: var(--color-accent-soft); font-weight: 600; }
.kit-table tr[aria-current] > :is(:first-child:dir(ltr), :last-child:dir(rtl)) { box-shadow: -0.375rem 0 var(--color-accent-soft); }
.kit-table tr[aria-current] > :is(:last-child:dir(ltr), :first-child:dir(rtl)) { box-shadow: 0.375rem 0 var(--color-accent-soft); }
@container kit-table (max-width: 24rem) {
  .kit-table [data-priority="3"] { display: none; }
}
@container kit-table (max-width: 16rem) {
  .kit-table { font-size: var(--text-sm); }
  .kit-table [data-priority="2"] { display: none; }
  .kit-table :is(th, td) { padding-inline-end: var(--space-2); }
}

@container tck-card (height > 0px) {
  .kit-card { display: flex; flex-direction: column; box-sizing: border-box; block-size: 100%; }
  .kit-card > .kit-stack { flex: 1 1 0; min-block-size: 0; }
  .kit-column > * { flex-shrink: 0; }
  .kit-column > .kit-figure {
    flex: 1 1 var(--kit-natural, 6rem);
    min-block-size: var(--kit-least, 3rem);
  }
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-card { padding-block: 0.6875rem; }
  .kit-card > .kit-stack { gap: var(--space-2); }
  .kit-card > .kit-stack > :is(.kit-heading, .kit-heading-group) + .kit-text {
    margin-block-start: calc(var(--space-1) * -1);
  }
  h2.kit-heading { font-size: var(--text-lg); }
  .kit-item { padding-block: 0; }
  .kit-list[data-divided] > .kit-item { padding-block: 0.1875rem; }
  .kit-table :is(th, td) { padding-block: 0.125rem; }
  .kit-event { --kit-pad: 0px; }
}
@container tck-card (height > 0px) and (height < 9rem) and (width > 18rem) {
  .kit-grid[data-columns="4"] { --kit-columns: 4; }
}
@container tck-card (height > 0px) {
  .kit-column > .kit-auto:has(> .kit-figure, > .tck-chart) { flex: 1 1 auto; min-block-size: 0; }
}
@container tck-card (height > 0px) and (height < 11rem) and (width > 18rem) {
  .kit-column > .kit-auto { flex-grow: 1; }
  .kit-auto { flex-direction: row; gap: var(--space-5); align-items: stretch; }
  .kit-column.kit-auto > * { flex: 3 1 0; block-size: auto; }
  .kit-column.kit-auto > :first-child { flex-grow: 2; }
  .kit-auto > .tck-chart { flex: 3 1 0 !important; }
  .kit-auto > .tck-chart:first-child { flex-grow: 2 !important; }
  .kit-auto:not([data-align]) > :first-child { align-self: center; }
}
@container tck-card (height > 0px) and (width < 12rem) {
  .kit-item { flex-wrap: nowrap; gap: var(--space-2); font-size: var(--text-sm); line-height: 1.3; }
  .kit-item-end { max-inline-size: 55%; }
  .kit-event { --kit-line: calc(var(--text-sm) * 1.45); column-gap: var(--space-1); font-size: var(--text-sm); }
  .kit-event-time { font-size: var(--text-xs); }
  .kit-card[data-tight] .kit-callout-text { display: none; }
}
`;
