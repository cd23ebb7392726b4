/**
 * The type scale and the spaces of each footprint class: S is one row high, M two rows or as high as its content, L four
 * rows. The sizes are 12, 13, 15, 17, 22, 28, 36, 44 and 64 px and no other. A query of the card's height is true in a card
 * of a fixed size only.
 */
export const SCALE_STYLES = `
.kit-card, .kit-floating {
  --kit-caption-line: 1rem;
  --kit-header: 0.8125rem;
  --kit-label-line: 1.25rem;
  --kit-row-text: var(--text-base);
  --kit-row-line: 1.25rem;
  --kit-row-detail: 1rem;
  --kit-row-usual: 2.25rem;
  --kit-row-least: 1.75rem;
  --kit-row: var(--kit-row-usual);
  --kit-pad: calc((var(--kit-row) - var(--kit-row-line)) / 2);
  --kit-small: 1.375rem;
  --kit-small-line: 1.75rem;
  --kit-medium: 1.75rem;
  --kit-medium-line: 2rem;
  --kit-medium-next: 2.25rem;
  --kit-large: 2.75rem;
  --kit-large-line: 3rem;
  --kit-large-next: 4rem;
  --kit-large-less: 2.25rem;
  --kit-inset: 1rem;
  --kit-inset-block: 1rem;
  --kit-gap-head: var(--space-3);
  --kit-gap: var(--space-4);
  --kit-below: var(--space-2);
  --kit-ring: 1rem;
  --kit-chart: 5rem;
  --kit-chart-least: 4rem;
  --kit-chart-names: 1.25rem;
  --kit-spark: 1.5rem;
}
:is(.kit-list, .kit-table-frame) { --kit-pad: calc((var(--kit-row) - var(--kit-row-line)) / 2); }
@container tck-card (width >= 34rem) {
  .kit-card { --kit-inset: 1.5rem; --kit-inset-block: 1.5rem; }
}
@container tck-card (height > 0px) {
  .kit-card { --kit-inset: 1rem; --kit-inset-block: 1rem; }
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-card {
    --text-sm: 0.75rem;
    --text-base: 0.8125rem;
    --text-lg: 0.9375rem;
    --text-xl: 1.0625rem;
    --text-2xl: 1.75rem;
    --kit-label-line: 1rem;
    --kit-row-usual: 1.5rem;
    --kit-row-least: 1.5rem;
    --kit-small: 1.0625rem;
    --kit-small-line: 1.25rem;
    --kit-medium: 1.375rem;
    --kit-medium-line: 1.75rem;
    --kit-medium-next: 1.75rem;
    --kit-large: 1.75rem;
    --kit-large-line: 2rem;
    --kit-large-next: 2.25rem;
    --kit-large-less: 1.375rem;
    --kit-inset-block: 0.75rem;
    --kit-gap-head: var(--space-2);
    --kit-gap: var(--space-2);
    --kit-below: 0rem;
    --kit-ring: 0.75rem;
    --kit-chart: 2.5rem;
    --kit-chart-least: 2.5rem;
    --kit-chart-names: 0rem;
  }
}
@container tck-card (height > 0px) and (width < 12rem) {
  .kit-card { --kit-chart: 2.25rem; }
}
@container tck-card (height > 0px) and (height < 11rem) and (width > 18rem) {
  .kit-card { --kit-row-text: 0.9375rem; --kit-large: 2.25rem; --kit-large-line: 2.5rem; --kit-large-next: 2.75rem; --kit-large-less: 1.75rem; }
}
@container tck-card (height >= 34rem) {
  .kit-card {
    --text-xs: 0.8125rem;
    --text-sm: 0.9375rem;
    --text-base: 1.0625rem;
    --text-lg: 1.375rem;
    --text-xl: 1.75rem;
    --text-2xl: 2.75rem;
    --kit-header: 0.9375rem;
    --kit-row-line: 1.5rem;
    --kit-row-detail: 1.25rem;
    --kit-row-usual: 3rem;
    --kit-row-least: 2.5rem;
    --kit-small: 1.75rem;
    --kit-small-line: 2rem;
    --kit-medium: 2.75rem;
    --kit-medium-line: 3rem;
    --kit-medium-next: 4rem;
    --kit-large: 4rem;
    --kit-large-line: 4.5rem;
    --kit-large-less: 2.75rem;
    --kit-inset: 1.5rem;
    --kit-inset-block: 1.5rem;
    --kit-gap-head: var(--space-4);
    --kit-gap: var(--space-5);
    --kit-ring: 1.25rem;
    --kit-chart: 10rem;
    --kit-chart-least: 7rem;
    --kit-spark: 2.5rem;
  }
}
`;
