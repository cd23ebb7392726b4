/** A stack of direction `auto` in a wide card: what is first has two parts of the width, and the others have three. */
export const BESIDE = `
  --kit-own-gap: var(--space-5);
  flex-direction: row;
  align-items: stretch;
  > * { flex: 3 1 0 !important; min-inline-size: 0; }
  > :first-child { flex-grow: 2 !important; }
  &:not([data-align]) > :not([data-sized]) { align-self: center; }
  &:not([data-align], [data-centred]) > :is(.kit-stat, .kit-meter) { align-self: start; }
`;
