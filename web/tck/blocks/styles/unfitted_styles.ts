/**
 * Bundles without a kit line come from other bundlers, and were made for the first rules of the blocks. These keep the
 * spaces, lines and weights that they counted on; the host's tokens change for them as for all.
 */
export const UNFITTED_STYLES = `
[data-tck-unfitted] {
  .kit-card { padding: max(clamp(0.75rem, 8%, 1.25rem), min(4%, 1.5rem)); }
  .kit-card > .kit-stack { --kit-own-gap: var(--space-4); }
  .kit-text { line-height: calc(1em + 0.5rem); }
  .kit-heading { line-height: 1.4; }
  h2.kit-heading { line-height: 1.25; }
  .kit-kicker { line-height: 1.5; }
  .kit-list { font-size: inherit; line-height: inherit; }
  .kit-item { flex-wrap: nowrap; padding-block: var(--space-1); }
  .kit-list[data-divided] > .kit-item { padding-block: var(--space-2); }
  .kit-item-main { flex-basis: 0; line-height: 1.4; }
  .kit-item-main:has(> .kit-item-detail) { font-weight: 600; }
  .kit-item-detail { line-height: inherit; }
  .kit-item-end { min-inline-size: 0; max-inline-size: 40%; overflow: visible; white-space: normal; }
  .kit-badge { padding-inline: 0.5em; line-height: 1.5; vertical-align: middle; }
  .kit-button { padding-inline: 0.875rem; background: var(--color-surface-raised); line-height: 1.3; }
}
@container kit-card (min-width: 34rem) {
  [data-tck-unfitted] h2.kit-heading { font-size: calc(var(--text-xl) * 1.15); }
}
@container kit-card (max-width: 11rem) {
  [data-tck-unfitted] h2.kit-heading { font-size: var(--text-lg); }
  [data-tck-unfitted] .kit-item { flex-wrap: wrap; }
  [data-tck-unfitted] .kit-item-main { flex-basis: 3.5rem; }
  [data-tck-unfitted] .kit-item-end { max-inline-size: 100%; }
}
`;
