/** What a card drops to fit into its height, and what is larger where it has room: see `fit`. They are the last rules. */
export const FIT_STYLES = `
[data-dropped] { display: none !important; }
:is(.kit-text, .kit-heading)[data-clamped] {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: var(--kit-lines) !important;
}
.kit-card[data-narrow="half"] { --kit-gap: var(--space-3); --kit-gap-head: var(--space-3); }
.kit-card[data-narrow="least"] { --kit-gap: var(--space-2); --kit-gap-head: var(--space-2); }
@container tck-card (height >= 34rem) {
  .kit-card[data-narrow] { --kit-chart: 7.5rem; }
  .kit-card[data-narrow="half"] { --kit-gap: var(--space-4); --kit-gap-head: var(--space-3); }
  .kit-card[data-narrow="least"] { --kit-gap: var(--space-3); --kit-gap-head: var(--space-2); }
}
.kit-card[data-lowered] .kit-stat[data-size="large"] { --kit-size: var(--kit-large-less); }
.kit-card[data-tight]:not([data-spaced]) { --kit-gap: var(--space-2); --kit-gap-head: var(--space-2); }
@container tck-card (height >= 34rem) {
  .kit-card[data-tight="1"] { --kit-chart: 7.5rem; }
  .kit-card[data-tight="1"]:not([data-spaced]) { --kit-gap: var(--space-3); }
}
.kit-card[data-tight] {
  --kit-row: var(--kit-row-least);
  h2.kit-heading { font-size: var(--text-lg); }
  [data-trimmed] { display: none; }
  .kit-callout-text {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
}
.kit-card:is([data-tight="2"], [data-tight="3"]) {
  --kit-row: calc(var(--kit-row-line) + 0.25rem);
  --kit-chart: var(--kit-chart-least);
  h2.kit-heading { font-size: var(--text-base); }
  .kit-stat[data-size="large"]:not([data-whole]) { --kit-size: var(--kit-medium); --kit-line: var(--kit-medium-line); }
  .kit-stat:not([data-whole]) :is(.kit-stat-detail, .kit-stat-trend), .kit-meter-detail, .kit-empty-text, .kit-item-detail:not(.kit-list[data-whole] *), .kit-callout-text, .kit-meter > .kit-legend .kit-legend-value, .kit-empty-icon { display: none; }
  .kit-grid { row-gap: var(--space-1); }
}
.kit-card[data-tight="3"]:not([data-spaced]) { --kit-gap: var(--space-1); --kit-gap-head: var(--space-1); }
.kit-card[data-tight="3"] {
  --kit-row: var(--kit-row-line);
  .kit-meter > .kit-legend { display: none; }
  .kit-stat[data-size]:not([data-whole]) { --kit-size: var(--kit-small); --kit-line: var(--kit-small-line); }
  .kit-kicker { display: none; }
}
:is(.kit-list, .kit-table-frame)[data-whole] { --kit-row: var(--kit-row-usual); }
:is(.kit-list, .kit-table-frame)[data-whole="least"] { --kit-row: var(--kit-row-least); }
.kit-stat[data-raised] { --kit-size: var(--kit-medium-next); --kit-line: var(--kit-medium-next); }
.kit-stat[data-raised][data-size="large"] { --kit-size: var(--kit-large-next); --kit-line: var(--kit-large-next); }
`;
