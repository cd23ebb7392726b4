/**
 * Actions in a row that is as wide as its place: of equal width, or each as wide as it needs where the row is narrower than
 * that. Where it is narrower than they need each is as wide as the place, and so below the other.
 */
export const CHOICE_STYLES = `
.kit-choice { display: flex; flex-wrap: wrap; gap: var(--space-2); min-inline-size: 0; }
.kit-choice > .kit-button {
  flex: 1 1 0;
  flex-basis: max((var(--kit-needs) - 100%) * 999, min(var(--kit-own), (var(--kit-equal) - 100%) * 999));
  gap: var(--space-2);
  align-self: stretch;
  box-sizing: border-box;
  min-inline-size: 0;
  padding-inline: 0.625rem;
  > svg { flex: none; inline-size: 1rem; block-size: 1rem; }
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-choice { gap: var(--space-1) var(--space-2); }
  .kit-choice > .kit-button { min-block-size: 1.75rem; padding-block: 0.125rem; }
}
`;
