/** What a card drops to fit into its height: see \`fit\`. The rules are last, so that they override the others. */
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
  .kit-stat { --kit-size: 1.5rem; }
  .kit-stat-detail, .kit-meter-detail { display: none; }
}
.kit-card:is([data-tight="2"], [data-tight="3"]) {
  > .kit-stack { gap: var(--space-1); }
  h2.kit-heading { font-size: var(--text-base); }
  .kit-item-detail, .kit-callout-text, .kit-meter > .kit-legend { display: none; }
  .kit-grid { row-gap: var(--space-1); }
}
.kit-card[data-tight="3"] {
  .kit-stat { --kit-size: 1.25rem; }
  .kit-stat-trend, .kit-kicker { display: none; }
}
`;
