import { CAPTION_PART, RING_PART } from "../donut/donut_plan.ts";
import { fittingSize } from "./value_styles.ts";

/** Figures that fill the room that a card of a fixed size leaves them: rings, calendars and dots. */
export const FIGURE_STYLES = `
/* It is planned for the size of a caption. */
.kit-donut { font-size: var(--text-xs); container: kit-donut / inline-size; }
.kit-donut-layout { display: flex; gap: var(--space-5); align-items: center; }
/* A card as high as its content has a legend from 20 captions on, and below where it would be cut beside. */
:host(:not([data-fixed])) :is(.kit-donut-layout, .kit-gauge-layout) { flex-wrap: wrap; row-gap: var(--space-4); }
:is(.kit-donut-layout, .kit-gauge-layout) > .kit-legend {
  flex: 1 1 max-content;
  min-inline-size: 0;
  max-inline-size: 12.5rem;
  margin: 0;
  > li { display: flex; max-inline-size: 100%; margin: 0; }
  .kit-legend-label { flex: 1; }
}
.kit-ring { position: relative; container: kit-ring / inline-size; flex: none; inline-size: min(8.5rem, 100%); aspect-ratio: 1; }
.kit-ring > svg { display: block; inline-size: 100%; aspect-ratio: 1; rotate: -90deg; }
.kit-ring circle {
  --kit-round: calc(3.14159 * (100cqi - var(--kit-ring, 1rem)));
  cx: 50%;
  cy: 50%;
  r: calc(50% - var(--kit-ring, 1rem) / 2);
  fill: none;
  stroke-width: var(--kit-ring, 1rem);
}
.kit-ring-track { stroke: color-mix(in srgb, var(--color-text-muted) 18%, var(--color-surface)); }
.kit-ring-arc {
  stroke: var(--kit-ink);
  stroke-dasharray: max(0px, var(--kit-part) * var(--kit-round) - var(--kit-seam)) calc(2 * var(--kit-round));
  stroke-dashoffset: calc(-1 * var(--kit-from) * var(--kit-round));
}
.kit-ring:dir(rtl) > svg { scale: 1 -1; }
.kit-ring-text {
  position: absolute;
  inset: 0;
  display: grid;
  align-content: center;
  justify-items: center;
  text-align: center;
}
.kit-ring-value {
  font-size: ${fittingSize("0.76 * (100cqi - 2 * var(--kit-ring, 1rem))", "var(--kit-large, 2.75rem)")};
}
.kit-ring-value, .kit-dial-value {
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: round(up, 1.1em, 0.25rem);
  white-space: nowrap;
}
.kit-ring-caption, .kit-dial-caption {
  max-inline-size: ${100 * CAPTION_PART}cqi;
  overflow: clip visible;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  line-height: var(--kit-caption-line, 1rem);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-donut:not([data-place="beside"]) > .kit-donut-layout { justify-content: center; }
@container kit-donut (width >= 30rem) {
  .kit-donut-layout { gap: var(--space-6); justify-content: center; }
}

.kit-days {
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: 2px;
  font-size: var(--text-sm);
  line-height: 1;
  text-align: center;
}
.kit-weekday { align-self: center; padding-block: var(--space-1); color: var(--color-text-muted); font-size: var(--text-xs); }
.kit-calendar > .kit-legend { margin-block-start: var(--space-2); font-size: var(--text-xs); line-height: var(--kit-caption-line, 1rem); }
.kit-calendar .kit-swatch { border-radius: 50%; }
.kit-day { --kit-ink: var(--color-accent); display: grid; place-items: center; }
.kit-day > span {
  display: grid;
  place-items: center;
  inline-size: min(100%, 2.25rem);
  aspect-ratio: 1;
  border-radius: 50%;
}
.kit-day[data-past] { color: var(--color-text-muted); }
.kit-day[data-marked] > span { background: color-mix(in srgb, var(--kit-ink) 26%, transparent); color: var(--color-text); font-weight: 600; }
.kit-day[data-today] > span { box-shadow: inset 0 0 0 2px var(--color-accent); color: var(--color-text); font-weight: 600; }

.kit-dots > svg { display: block; inline-size: 100%; aspect-ratio: var(--kit-aspect); }
.kit-dots > svg:dir(rtl) { scale: -1 1; }
.kit-dots path { fill: none; stroke: var(--kit-ink, var(--color-accent)); stroke-linecap: round; stroke-width: 0.68; }
.kit-dots .kit-dot-rest { stroke: color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface)); }
.kit-dots .kit-dot-current { stroke: var(--color-text); stroke-width: 0.84; }

.kit-heat { position: relative; contain: inline-size layout; inline-size: 100%; font-size: var(--text-xs); }
.kit-heat-grid { --kit-ink: var(--color-accent); position: absolute; inset: auto 0 0; }
.kit-heat-row { display: flex; }
.kit-heat-head {
  flex: none;
  inline-size: var(--kit-cell-width);
  block-size: var(--kit-cell-height);
  overflow: clip visible;
  color: var(--color-text-muted);
  line-height: var(--kit-cell-height);
  white-space: nowrap;
}
.kit-heat-head:not([role="rowheader"]) { block-size: var(--kit-caption-line, 1rem); overflow: visible; line-height: var(--kit-caption-line, 1rem); }
.kit-heat-cell, .kit-heat-none {
  flex: none;
  inline-size: calc(var(--kit-cell-width) - 2px);
  block-size: calc(var(--kit-cell-height) - 2px);
  margin: 1px;
}
.kit-heat-cell {
  --kit-strength: 0%;
  border-radius: min(4px, var(--kit-cell-height) / 5);
  background: color-mix(in srgb, var(--kit-ink) var(--kit-strength), color-mix(in srgb, var(--color-text-muted) 16%, var(--color-surface)));
  &[data-level="1"] { --kit-strength: 30%; }
  &[data-level="2"] { --kit-strength: 54%; }
  &[data-level="3"] { --kit-strength: 77%; }
  &[data-level="4"] { --kit-strength: 100%; }
}
.kit-heat-row > .kit-heat-cell:focus-visible { position: relative; z-index: 1; outline-offset: 1px; }

.kit-room { position: relative; contain: size layout; inline-size: 100%; min-inline-size: 0; }
.kit-room-content { position: absolute; inset: 0; }
.kit-room-content > :is(svg, canvas) { display: block; max-inline-size: none; }

@container tck-card (height > 0px) {
  .kit-donut { container-type: size; --kit-widest: 12.5rem; }
  .kit-donut-layout { block-size: 100%; }
  .kit-ring { inline-size: min(100cqb, 100cqi, var(--kit-widest)); }
  .kit-donut[data-place="beside"] > .kit-donut-layout > .kit-ring { inline-size: min(100cqb, ${
  100 * RING_PART
}cqi, var(--kit-widest)); }
  .kit-donut[data-place="below"] > .kit-donut-layout {
    flex-direction: column;
    gap: var(--space-4);
    > .kit-ring { inline-size: min(100cqb - var(--kit-names), 100cqi, var(--kit-widest)); }
    > .kit-legend { flex: none; max-inline-size: 100%; text-align: center; }
    > .kit-legend > li { display: inline-flex; margin-inline: calc(var(--kit-legend-gap) / 2); }
  }
  .kit-calendar { contain: size; display: flex; flex-direction: column; }
  .kit-month { container-type: size; flex: 1 1 0; min-block-size: 0; }
  .kit-days {
    --kit-day: calc(min(100cqi / 7, 100cqb / (var(--kit-weeks) + 1)) - 2px);
    grid-auto-rows: minmax(0, 1fr);
    block-size: 100%;
  }
  .kit-weekday { padding-block: 0; }
  .kit-days, .kit-weekday { font-size: calc(0.75rem + clamp(0rem, (var(--kit-day) - 2.25rem) * 999, 0.0625rem)); }
  .kit-days { font-size: calc(0.75rem + clamp(0rem, (var(--kit-day) - 2rem) * 999, 0.0625rem) + clamp(0rem, (var(--kit-day) - 2.5rem) * 999, 0.125rem) + clamp(0rem, (var(--kit-day) - 3.5rem) * 999, 0.125rem)); }
  .kit-day > span { inline-size: clamp(1.125rem, var(--kit-day), 3rem); }
  .kit-calendar[data-days="week"] {
    .kit-days { --kit-day: min(100cqi / 7, 100cqb / 2); gap: 0; align-content: center; grid-auto-rows: auto; }
    .kit-day:not([data-week]) { display: none; }
    .kit-weekday { padding-block: var(--space-1); }
  }
  .kit-dots > svg { block-size: 100%; aspect-ratio: auto; }
}
@container tck-card (height >= 34rem) {
  .kit-donut { --kit-widest: 17.5rem; }
}
@media (forced-colors: active) {
  .kit-swatch, .kit-fill, .kit-over, .kit-ring circle, .kit-dots path, .kit-day > span, .kit-heat-cell, .kit-event-main::after {
    forced-color-adjust: none;
  }
}
`;
