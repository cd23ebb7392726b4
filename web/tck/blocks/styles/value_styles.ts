/** Values, bars and remarks. */
export const VALUE_STYLES = `
.kit-stat { --kit-size: calc(1.75rem * var(--kit-scale, 1)); container: kit-stat / inline-size; min-inline-size: 0; }
.kit-stat[data-size="small"] { --kit-size: calc(1.375rem * var(--kit-scale, 1)); }
.kit-stat[data-size="large"] { --kit-size: calc(2.75rem * var(--kit-scale, 1)); }
.kit-column > .kit-stat { inline-size: 100%; }
.kit-stack:not(.kit-column) > .kit-stat { flex: 1 1 0; }
.kit-stat-label { color: var(--color-text-muted); font-size: var(--text-sm); line-height: 1.35; }
.kit-stat-value {
  overflow: hidden;
  font-size: max(0.75rem, min(var(--kit-size), max(1rem, 26cqi), 100cqi / var(--kit-em)));
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: 1.25;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-stat-unit { color: var(--color-text-muted); font-size: max(0.6875rem, 0.5em); font-weight: 500; letter-spacing: normal; }
.kit-stat-trend {
  display: flex;
  gap: 0.25em;
  align-items: baseline;
  font-size: var(--text-sm);
  font-weight: 600;
  line-height: 1.35;
}
.kit-trend-arrow { flex: none; inline-size: 0.875em; block-size: 0.875em; fill: currentcolor; }
.kit-stat-detail, .kit-meter-detail { color: var(--color-text-muted); font-size: var(--text-sm); line-height: 1.35; }

@container kit-stat (max-width: 5.5rem) {
  .kit-stat-label {
    overflow: hidden;
    font-size: var(--text-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
}
@container kit-card (max-width: 12rem) {
  .kit-grid { column-gap: var(--space-2); }
  .kit-grid[data-columns="3"] > .kit-stat {
    display: flex;
    gap: var(--space-2);
    align-items: baseline;
    justify-content: space-between;
    > .kit-stat-label { flex: 1; min-inline-size: 0; }
    > .kit-stat-value { font-size: max(0.75rem, min(1.25rem, 60cqi / var(--kit-em))); }
    > :is(.kit-stat-trend, .kit-stat-detail) { display: none; }
  }
}

.kit-meter { --kit-ink: var(--color-accent); display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; min-inline-size: 0; font-size: var(--text-sm); }
.kit-column > .kit-meter { inline-size: 100%; }
.kit-stack:not(.kit-column) > .kit-meter { flex: 1 1 0; }
.kit-meter-head { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); justify-content: space-between; line-height: 1.35; }
.kit-meter-label {
  min-inline-size: 0;
  overflow: hidden;
  color: var(--color-text-muted);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-meter-value { flex: none; max-inline-size: 100%; overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.kit-meter-head[data-over] > .kit-meter-value { color: var(--color-negative); }
.kit-track {
  position: relative;
  block-size: calc(0.5rem * var(--kit-scale, 1));
  overflow: clip;
  border-radius: 0.25rem;
  background: color-mix(in srgb, var(--kit-ink) 18%, var(--color-surface));
}
.kit-fill { display: block; block-size: 100%; border-radius: inherit; background: var(--kit-ink); }
.kit-stacked { display: flex; gap: 2px; block-size: calc(0.75rem * var(--kit-scale, 1)); border-radius: 0.375rem; background: var(--color-border); }
.kit-stacked > .kit-fill { flex: 0 1 auto; border-radius: 0; }
.kit-over {
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  border-inline-start: 2px solid var(--color-text);
  background: repeating-linear-gradient(-45deg, var(--color-surface) 0 2px, transparent 2px 6px);
}
.kit-legend {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem * var(--kit-scale, 1)), 1fr));
  gap: 0.125rem var(--space-4);
  padding: 0;
  font-size: var(--text-sm);
  line-height: 1.4;
  list-style: none;
}
.kit-legend > li { display: flex; gap: var(--space-2); align-items: center; min-inline-size: 0; }
.kit-legend-label {
  flex: 1;
  min-inline-size: 0;
  overflow: hidden;
  color: var(--color-text-muted);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-legend-value { flex: none; white-space: nowrap; }

.kit-callout {
  padding: var(--space-2) var(--space-3);
  border-inline-start: 3px solid var(--kit-ink);
  border-radius: 0.25rem;
  background: color-mix(in srgb, var(--kit-ink) 9%, var(--color-surface));
  font-size: var(--text-sm);
  line-height: 1.4;
}
.kit-callout-title { color: var(--kit-ink); font-weight: 600; }
.kit-callout-text { text-wrap: pretty; }
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-callout { padding: 0.25rem var(--space-2); }
  .kit-meter > .kit-legend { display: flex; flex-wrap: wrap; gap: 0 var(--space-3); }
  .kit-meter > .kit-legend .kit-legend-value { display: none; }
}
`;
