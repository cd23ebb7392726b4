/** What a card drops to fit into its height, and its larger type where it has room: see `fit`. They are the last rules. */
export const FIT_STYLES = `
[data-dropped] { display: none !important; }
:is(.kit-text, .kit-heading)[data-clamped] {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: var(--kit-lines) !important;
}
.kit-card[data-tight] {
  > .kit-stack { gap: var(--space-2); }
  h2.kit-heading { font-size: var(--text-lg); }
  .kit-item { padding-block: 0; }
  .kit-stat-detail, .kit-meter-detail { display: none; }
  .kit-callout-text {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
}
.kit-card:is([data-tight="2"], [data-tight="3"]) {
  h2.kit-heading { font-size: var(--text-base); }
  .kit-stat { --kit-size: 1.75rem; }
  .kit-stat-trend { display: none; }
  .kit-item-main { font-weight: inherit; }
  .kit-item-detail, .kit-callout-text, .kit-meter > .kit-legend { display: none; }
  .kit-grid { row-gap: var(--space-1); }
}
.kit-card[data-tight="3"] {
  > .kit-stack { gap: var(--space-1); }
  .kit-stat { --kit-size: 1.25rem; }
  .kit-kicker { display: none; }
}

[data-measured] > .kit-grow { flex-grow: 0 !important; }
.kit-card {
  --kit-xs: var(--text-xs);
  --kit-sm: var(--text-sm);
  --kit-base: var(--text-base);
  --kit-lg: var(--text-lg);
  --kit-xl: var(--text-xl);
}
.kit-card[data-roomy="1"] > .kit-stack { --kit-scale: 1.2; }
.kit-card[data-roomy="2"] > .kit-stack { --kit-scale: 1.45; }
.kit-card[data-roomy="3"] > .kit-stack { --kit-scale: 1.75; }
.kit-card[data-roomy] > .kit-stack {
  --text-xs: calc(var(--kit-xs) * var(--kit-scale));
  --text-sm: calc(var(--kit-sm) * var(--kit-scale));
  --text-base: calc(var(--kit-base) * var(--kit-scale));
  --text-lg: calc(var(--kit-lg) * var(--kit-scale));
  --text-xl: calc(var(--kit-xl) * var(--kit-scale));
  gap: var(--space-5);
  font-size: var(--text-base);
  .kit-item { padding-block: calc(0.5rem * var(--kit-scale)); }
  .kit-event { --kit-pad: calc(0.3125rem * var(--kit-scale)); }
  .kit-table :is(th, td) { padding-block: calc(0.375rem * var(--kit-scale)); }
  .kit-grid { row-gap: var(--space-5); }
}
`;
