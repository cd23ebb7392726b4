import { VALUE_SIZES } from "../../layout/tokens.ts";

/**
 * A step of the type scale as a term of a sum: what a font of this size adds to that of the step before, if a condition, a
 * length, is not negative.
 */
function step(condition: string, added: number): string {
  return `clamp(0rem, (${condition}) * 999, ${added / 16}rem)`;
}

/** The largest size at which a text of `--kit-em` fits a width, and not more than a limit. */
export function fittingSize(width: string, limit: string): string {
  const terms = VALUE_SIZES.slice(1).map((size, index) =>
    step(`${width} - ${size / 16}rem * var(--kit-em)`, size - VALUE_SIZES[index]!)
  );
  return `min(${limit}, 0.8125rem + ${terms.join(" + ")})`;
}

/** The sizes of units in px from the second smallest on, and those of values from which on they are used: about half. */
const UNIT_SIZES = [[26, 13], [32, 17], [40, 22], [56, 28]] as const;

/** The size of the unit of a value, in px. */
export function unitSizeOf(value: number): number {
  return UNIT_SIZES.findLast(([from]) => value >= from)?.[1] ?? 12;
}

const UNIT_STEPS = UNIT_SIZES.map(([from, size]) =>
  step(`1em - ${from / 16}rem`, size - unitSizeOf(from - 1))
)
  .join(" + ");

/** Values, bars and remarks. */
export const VALUE_STYLES = `
.kit-stat { --kit-size: var(--kit-medium, 1.75rem); --kit-line: var(--kit-medium-line, 2rem); min-inline-size: 0; }
.kit-stat[data-size="small"] { --kit-size: var(--kit-small, 1.375rem); --kit-line: var(--kit-small-line, 1.75rem); }
.kit-stat[data-size="large"] { --kit-size: var(--kit-large, 2.75rem); --kit-line: var(--kit-large-line, 3rem); }
.kit-stat[data-in-line] { align-self: start; }
.kit-stat-label { align-content: end; min-block-size: var(--kit-label, 0); color: var(--color-text-muted); font-size: var(--text-sm); line-height: var(--kit-label-line, 1.25rem); }
.kit-stat-place { container: kit-stat / inline-size; margin-block-start: var(--kit-lower, 0); padding-block-end: var(--kit-foot, 0); }
.kit-stat-value {
  /* The hook of a J is outside its box. */
  margin-inline: -0.1em;
  padding-inline: 0.1em;
  overflow: clip visible;
  font-size: var(--kit-value-size, ${fittingSize("var(--kit-place, 100cqi)", "var(--kit-size)")});
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: min(var(--kit-line), round(up, 1.25em, 0.25rem));
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-stat-value[data-accented] { padding-block-start: 0.25rem; }
.kit-stat-value[data-missing] { color: var(--color-text-muted); font-weight: 400; }
.kit-stat-unit { color: var(--color-text-muted); font-size: calc(0.75rem + ${UNIT_STEPS}); font-weight: 400; letter-spacing: normal; line-height: 1; }
.kit-stat-trend {
  display: flex;
  gap: var(--space-1);
  align-items: baseline;
  overflow-wrap: anywhere;
  font-size: var(--text-sm);
  font-weight: 600;
  line-height: var(--kit-label-line, 1.25rem);
}
.kit-trend-arrow { flex: none; inline-size: 0.875em; block-size: 0.875em; fill: currentcolor; }
.kit-stat-detail, .kit-meter-detail { color: var(--color-text-muted); font-size: var(--text-sm); line-height: var(--kit-label-line, 1.25rem); text-wrap: balance; }
.kit-stat-foot > :first-child { margin-block-start: var(--space-1); }

.kit-meter { --kit-ink: var(--color-accent); display: grid; align-content: start; grid-template-columns: minmax(0, 1fr); gap: var(--space-1); min-inline-size: 0; font-size: var(--text-sm); }
.kit-meter-head { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); justify-content: space-between; line-height: var(--kit-label-line, 1.25rem); }
.kit-meter[data-stacked] > .kit-meter-head { flex-direction: column; }
.kit-meter-label {
  min-inline-size: 0;
  overflow: clip visible;
  color: var(--color-text-muted);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-meter-value { flex: none; max-inline-size: 100%; overflow: clip visible; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.kit-meter-head[data-over] > .kit-meter-value { color: var(--color-negative); }
.kit-track {
  position: relative;
  block-size: 0.5rem;
  overflow: clip;
  border-radius: 0.25rem;
  background: color-mix(in srgb, var(--kit-ink) 18%, var(--color-surface));
}
.kit-fill { display: block; block-size: 100%; border-radius: inherit; background: var(--kit-ink); }
.kit-stacked { display: flex; gap: 2px; block-size: 0.75rem; background: var(--color-border); }
.kit-stacked > .kit-fill { flex: 0 1 auto; border-radius: 0; }
/* A colour is never without its name. */
.kit-meter:has(> .kit-legend[data-dropped]) > .kit-stacked > .kit-fill { background: var(--color-accent); }
.kit-over {
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  border-inline-start: 2px solid var(--color-text);
  background: repeating-linear-gradient(-45deg, var(--color-surface) 0 2px, transparent 2px 6px);
}
.kit-limit { display: flex; color: var(--color-text-muted); font-size: var(--text-xs); line-height: var(--kit-caption-line, 1rem); }
.kit-limit > span { inline-size: var(--kit-at); text-align: end; white-space: nowrap; }
.kit-legend {
  --kit-legend-gap: var(--space-4);
  margin-inline-end: calc(-1 * var(--kit-legend-gap));
  padding: 0;
  font-size: var(--text-sm);
  line-height: var(--kit-label-line, 1.25rem);
  list-style: none;
}
.kit-legend > li {
  display: inline-flex;
  gap: var(--space-2);
  align-items: center;
  max-inline-size: calc(100% - var(--kit-legend-gap));
  margin-inline-end: var(--kit-legend-gap);
  vertical-align: top;
}
.kit-legend-label {
  min-inline-size: 0;
  overflow: clip visible;
  color: var(--color-text-muted);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-legend-value { flex: none; white-space: nowrap; }

.kit-callout {
  padding: var(--space-2) var(--space-3);
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  background: color-mix(in srgb, var(--kit-ink) 10%, var(--color-surface));
  font-size: var(--text-sm);
  line-height: var(--kit-label-line, 1.25rem);
}
.kit-callout-title { color: var(--kit-ink); font-weight: 600; }
.kit-callout-text { text-wrap: pretty; }
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-callout { padding: var(--space-1) var(--space-2); }
  .kit-meter > .kit-legend { --kit-legend-gap: var(--space-3); }
}
`;
