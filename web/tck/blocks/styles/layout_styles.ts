import { BESIDE } from "./beside_styles.ts";

/** What happens when, from the start to the end of a low wide card. */
const HORIZONTAL = `
  position: relative;
  grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr));
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
`;

/** A timeline in a narrow place has times and texts, and nothing else. */
const TIMES_AND_TEXTS = `
  grid-template-columns: fit-content(min(100% - 2rem, max(60%, 8rem))) minmax(0, 1fr);
  .kit-event-main { padding-inline-start: 0; }
  .kit-event-time { min-inline-size: 0; }
  :is(.kit-event-time, .kit-event-text) { overflow: clip visible; text-overflow: ellipsis; white-space: nowrap; }
  .kit-event-main::before, .kit-event-main::after, .kit-event-end { display: none; }
`;

/** The card, its header, columns, grids and lists. A query of the card's height is true in a card of a fixed size only. */
export const LAYOUT_STYLES = `
.kit-card > .kit-stack { --kit-own-gap: var(--kit-gap); position: relative; }
:where(.kit-card > .kit-stack) > .kit-auto { --kit-own-gap: var(--kit-gap); }
.kit-card > .kit-stack:not([data-arranged]) > .kit-header:not(:last-child) { margin-block-end: calc(var(--kit-gap-head) - var(--kit-gap)); }
.kit-card > .kit-stack[data-justify="between"] { justify-content: space-between; }
.kit-card > .kit-stack:is([data-justify="center"], [data-justify="end"]) {
  > :first-child:not(.kit-header), > .kit-header + * { margin-block-start: auto; }
}
.kit-card > .kit-stack[data-justify="center"] > :last-child { margin-block-end: auto; }
/* A heading is nearer to what is below it than rows are to one another. */
.kit-column:not([data-arranged]) > .kit-section { margin-block-end: calc(var(--kit-own-gap) / -2); }
.kit-column:not([data-arranged]) > .kit-section + .kit-list { margin-block-start: calc(0.25rem - var(--kit-own-gap) / 2); }
.kit-column > .kit-stack:empty:not(.kit-grow), :is(.kit-item-end, .kit-event-end):empty { display: none; }
.kit-grow { flex: 1 0 auto; }
.kit-column > :is(.kit-stat, .kit-meter, .kit-list, .kit-table-frame, .kit-grid, .kit-figure, .kit-choice) { inline-size: 100%; }
.kit-stack:not(.kit-column) > :is(.kit-grow, .kit-stat, .kit-meter, .kit-choice) { flex: 1 1 0; }
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

/* As high as the card, with what the host shows below it. */
[data-tck-layout]:has(.kit-card[data-urgent]) {
  box-shadow: inset 0.25rem 0 var(--color-negative);
  &:dir(rtl) { box-shadow: inset -0.25rem 0 var(--color-negative); }
}
.kit-card[data-urgent] {
  :is(.kit-header-title, .kit-kicker, .kit-urgent) { color: var(--color-negative); }
  &:has(.kit-header) > .kit-urgent { display: none; }
  &:not(:has(.kit-header)) { display: flex; flex-direction: column; }
}
.kit-urgent { display: flex; order: -1; gap: var(--space-1); align-items: center; font-size: var(--text-xs); font-weight: 600; line-height: 1.25rem; }
.kit-urgent-mark {
  flex: none;
  align-self: center;
  inline-size: 1rem;
  block-size: 1rem;
  fill: var(--color-negative);
  stroke: var(--color-negative);
  stroke-linecap: round;
  stroke-linejoin: round;
  stroke-width: 1.5;
}
.kit-urgent-mark > :last-child { stroke: var(--color-surface); }

.kit-grid { display: grid; gap: var(--kit-row-gap, var(--space-3)) var(--kit-column-gap, var(--space-3)); grid-template-columns: repeat(var(--kit-columns), minmax(0, 1fr)); }
.kit-grid[data-columns="1"] { --kit-columns: 1; }
.kit-grid[data-columns="2"] { --kit-columns: 2; }
.kit-grid[data-columns="3"] { --kit-columns: 3; }
.kit-grid[data-columns="4"] { --kit-columns: 4; }
.kit-grid[data-columns="6"] { --kit-columns: 6; }
.kit-grid:not([data-columns="1"]) > .kit-stat { --kit-place: calc(100cqi - 0.25rem); }
.kit-grid[data-sized] { align-content: space-between; }
.kit-grid > [data-raised] { margin-block-start: var(--kit-raised); }
:where(.kit-grid) > .kit-column { --kit-own-gap: var(--kit-gap); }
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
/* How many rows are not shown: for screen readers below the others, and for the eye where it takes no height: in the middle
   between the letters of the lowest row, which end above its line, and what follows. */
[data-more] { position: relative; }
[data-more]::after {
  content: attr(data-more) / "";
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  font-weight: 400;
  /* What a font has above and below its digits makes no card higher. */
  overflow: clip;
}
.kit-section[data-counted] { padding-inline-end: 2.25rem; }
:is(.kit-list, .kit-table-frame)[data-more]::after { inset-block: calc(100% - 0.125rem) auto; line-height: var(--kit-count); }
.kit-header[data-more]::after { inset-inline-end: var(--kit-after); }

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
.kit-table:not([data-wrapped]) td { white-space: nowrap; }
.kit-table [data-omitted] { display: none; }
.kit-table[data-wrapped] th, .kit-table[data-broken] tbody th { overflow-wrap: anywhere; }
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

.kit-card > .kit-stack[data-arranged] {
  display: grid;
  grid-template: var(--kit-template);
  gap: 0;
  align-content: start;
  justify-content: start;
  > * { grid-area: var(--kit-area); align-self: start; margin-block: 0; }
  > .kit-button { justify-self: start; }
}
[data-sized] {
  flex: none !important;
  block-size: var(--kit-height) !important;
  min-block-size: 0 !important;
  max-block-size: none !important;
}
.kit-list[data-columns] { columns: 2; column-gap: var(--space-5); }
/* No style knows which row is the first of a column: each has a line, and those at the top are cut off. */
.kit-list[data-columns][data-divided] {
  clip-path: inset(1px -1rem -2rem);
  > .kit-item:first-child { border-block-start: 1px solid transparent; }
}
.kit-list[data-lined] > .kit-item + .kit-item:where(:not([aria-current], [aria-current] + *)) {
  border-block-start: 1px solid var(--color-grid, var(--color-border));
}
.kit-timeline[data-narrow] { ${TIMES_AND_TEXTS} }
.kit-timeline[data-beside] > .kit-event > .kit-event-main {
  display: grid;
  grid-template-columns: var(--kit-text) minmax(0, 1fr);
  column-gap: var(--space-4);
  align-items: baseline;
}
.kit-timeline[data-horizontal] { ${HORIZONTAL} }
.kit-grid[data-as-rows] {
  row-gap: var(--space-1);
  > .kit-stat { display: flex; gap: var(--space-2); align-items: baseline; justify-content: space-between; }
  > .kit-stat > .kit-stat-label { flex: 1; min-inline-size: 0; overflow: clip visible; text-overflow: ellipsis; white-space: nowrap; }
  > .kit-stat > .kit-stat-place { flex: none; max-inline-size: 60%; container: none; }
  .kit-stat-foot { display: none; }
}
.kit-auto[data-direction="row"] { ${BESIDE} }
@container tck-card (height > 0px) {
  .kit-card { display: flex; flex-direction: column; box-sizing: border-box; block-size: 100%; }
  .kit-card > .kit-stack { flex: 1 1 0; min-block-size: 0; }
  .kit-column > * { flex-shrink: 0; }
}
.kit-card > .kit-stack:is([data-spread="end"], [data-spread="wide"]) {
  > .kit-header + * { margin-block-start: auto; }
  > .kit-auto { justify-content: flex-end; }
  > .kit-auto:not([data-align]) > .kit-stat { align-self: end; }
}
.kit-card > .kit-stack[data-spread="between"] > * + * + * { margin-block-start: auto; }
.kit-card > .kit-stack[data-spread="rows"] > .kit-grid:last-child {
  flex: 1 1 auto;
  align-content: space-evenly;
  margin-block-start: 0;
}
.kit-card > .kit-stack[data-spread="wide"] .kit-stat {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  column-gap: var(--space-5);
  > .kit-stat-label { grid-column: 1 / -1; }
  > .kit-stat-foot { align-self: end; text-align: end; }
  > .kit-stat-foot > .kit-stat-trend { justify-content: end; }
}
@container tck-card (height > 0px) and (width < 12rem) {
  .kit-header { gap: var(--space-1); }
  .kit-header .kit-badge { padding-inline: var(--space-1); }
}
`;
