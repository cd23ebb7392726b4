import { fittingSize } from "../styles/value_styles.ts";

/** A scale of 240 degrees, which begins at the lower left. The dial is three quarters as high as wide. */
export const GAUGE_STYLES = `
.kit-gauge { container: kit-gauge / inline-size; --kit-widest: 12rem; --kit-ink: var(--color-accent); }
.kit-gauge-layout { display: flex; gap: var(--space-5); align-items: center; justify-content: center; }
.kit-dial { position: relative; container: kit-dial / inline-size; flex: none; inline-size: min(100cqi, var(--kit-widest)); aspect-ratio: 4 / 3; }
.kit-gauge-layout:has(> .kit-legend) > .kit-dial { inline-size: min(50cqi, var(--kit-widest)); }
.kit-dial > svg { display: block; inline-size: 100%; block-size: 100%; }
.kit-dial:dir(rtl) > svg { scale: -1 1; }
.kit-dial :is(circle, rect) { transform-origin: 50% 66.667%; }
.kit-dial circle {
  --kit-scale: calc(2.0944 * (100cqi - var(--kit-ring, 1rem) - 8px));
  cx: 50%;
  cy: 66.667%;
  r: calc(50cqi - var(--kit-ring, 1rem) / 2 - 4px);
  rotate: 150deg;
  fill: none;
  stroke-width: var(--kit-ring, 1rem);
  stroke-dasharray: calc((var(--kit-to) - var(--kit-from)) * var(--kit-scale) - var(--kit-seam, 0px)) calc(3 * var(--kit-scale));
  stroke-dashoffset: calc(-1 * var(--kit-from) * var(--kit-scale));
}
.kit-dial-track { --kit-from: 0; --kit-to: 1; stroke: color-mix(in srgb, var(--color-text-muted) 18%, var(--color-surface)); }
.kit-dial-arc { --kit-from: 0; --kit-to: var(--kit-at); stroke: var(--kit-ink); }
.kit-dial-band { stroke: color-mix(in srgb, var(--kit-ink) 42%, var(--color-surface)); }
.kit-dial-band[data-own] { stroke: var(--kit-ink); }
.kit-needle {
  x: calc(50% - 2px);
  y: 1px;
  width: 4px;
  height: calc(var(--kit-ring, 1rem) + 7px);
  rx: 2px;
  fill: var(--color-text);
  stroke: var(--color-surface);
  stroke-width: 4px;
  paint-order: stroke;
  rotate: calc(240deg * var(--kit-at) - 120deg);
}
.kit-dial-text { position: absolute; inset: 33.3% 0 0; display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center; }
.kit-dial-text:has(> .kit-dial-caption) { justify-content: end; }
.kit-dial-value {
  font-size: ${
  fittingSize(
    "0.8 * (100cqi - 2 * var(--kit-ring, 1rem) - 8px)",
    "var(--kit-large, 2.75rem)",
  )
};
}
/* It is between the ends of the arc. */
.kit-dial-caption { max-inline-size: calc(1.732 * (50cqi - var(--kit-ring, 1rem) - 4px)); }
@container kit-dial (width < 5.5rem) {
  .kit-dial-caption { display: none; }
}
@container kit-gauge (width <= 15rem) {
  :host([data-fixed]) .kit-gauge-layout > .kit-legend { display: none; }
}
@container tck-card (height > 0px) {
  .kit-gauge { container-type: size; --kit-widest: 14rem; }
  .kit-gauge-layout { block-size: 100%; }
  .kit-dial { inline-size: min(100cqb * 4 / 3, 100cqi, var(--kit-widest)); }
  .kit-gauge-layout:has(> .kit-legend) > .kit-dial { inline-size: min(100cqb * 4 / 3, 50cqi, var(--kit-widest)); }
}
@container tck-card (height >= 34rem) {
  .kit-gauge { --kit-widest: 22rem; }
}
@container kit-gauge (max-width: 15rem) {
  .kit-gauge-layout:has(> .kit-legend) > .kit-dial { inline-size: min(100cqb * 4 / 3, 100cqi, var(--kit-widest)); }
}
@container kit-gauge (min-height: 12rem) and (max-width: 30rem) {
  .kit-gauge-layout { flex-direction: column; gap: var(--space-4); }
  .kit-gauge-layout:has(> .kit-legend) > .kit-dial { inline-size: min((100cqb - 4rem) * 4 / 3, 100cqi, var(--kit-widest)); }
  .kit-gauge-layout > .kit-legend { flex: none; max-inline-size: 100%; text-align: center; }
  .kit-gauge-layout > .kit-legend > li { display: inline-flex; margin-inline: calc(var(--kit-legend-gap) / 2); }
}
@media (prefers-reduced-motion: no-preference) {
  .kit-gauge { transition: --kit-at 0.6s ease-out; }
}
@media (forced-colors: active) {
  .kit-dial :is(circle, rect) { forced-color-adjust: none; }
}
`;
