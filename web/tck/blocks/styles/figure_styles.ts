/** Figures that fill the room that a card of a fixed size leaves them: rings, calendars and dots. */
export const FIGURE_STYLES = `
.kit-donut { container: kit-donut / inline-size; --kit-natural: 8rem; --kit-least: 4rem; }
.kit-donut-layout { display: flex; gap: var(--space-5); align-items: center; }
.kit-donut-layout > .kit-legend { flex: 1; grid-template-columns: minmax(0, 1fr); max-inline-size: 22rem; }
.kit-ring { position: relative; container: kit-ring / inline-size; flex: none; inline-size: min(8.5rem, 100%); }
.kit-donut[data-single] > .kit-donut-layout { justify-content: center; }
.kit-ring > svg { display: block; inline-size: 100%; rotate: -90deg; }
.kit-ring circle { fill: none; stroke-width: 13; }
.kit-ring-track { stroke: var(--color-border); }
.kit-ring-arc { stroke: var(--kit-ink); }
.kit-ring:dir(rtl) > svg { scale: 1 -1; }
.kit-ring-text {
  position: absolute;
  inset: 0;
  display: grid;
  align-content: center;
  justify-items: center;
  line-height: 1.2;
  text-align: center;
}
.kit-ring-value { font-size: min(max(1.75rem, 14cqi), 58cqi / var(--kit-em), 24cqi); font-weight: 600; white-space: nowrap; }
.kit-ring-caption {
  max-inline-size: 62cqi;
  overflow: hidden;
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  text-overflow: ellipsis;
  white-space: nowrap;
}
@container kit-ring (max-width: 8.5rem) {
  .kit-ring-caption { display: none; }
}
@container kit-donut (max-width: 15rem) {
  .kit-donut-layout { justify-content: center; }
  .kit-donut-layout > .kit-legend { display: none; }
}

.kit-calendar { --kit-natural: 12rem; --kit-least: 3.5rem; }
.kit-days {
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: 2px;
  font-size: var(--text-sm);
  line-height: 1;
  text-align: center;
}
.kit-weekday { align-self: center; padding-block: 0.25rem; color: var(--color-text-muted); font-size: var(--text-xs); }
.kit-day { --kit-ink: var(--color-accent); display: grid; place-items: center; }
.kit-day > span {
  display: grid;
  place-items: center;
  inline-size: min(100%, 2.125rem);
  aspect-ratio: 1;
  border-radius: 50%;
}
.kit-day[data-past] { color: var(--color-text-muted); }
.kit-day[data-marked] > span { background: color-mix(in srgb, var(--kit-ink) 26%, transparent); color: var(--color-text); font-weight: 600; }
.kit-day[data-today] > span { box-shadow: inset 0 0 0 2px var(--color-accent); color: var(--color-text); font-weight: 600; }

.kit-dots { --kit-natural: 4rem; --kit-least: 1.5rem; }
.kit-dots[data-many] { --kit-least: 3.25rem; }
.kit-dots > svg { display: block; inline-size: 100%; aspect-ratio: var(--kit-aspect); }
.kit-dots > svg:dir(rtl) { scale: -1 1; }
.kit-dots path { fill: none; stroke: var(--kit-ink, var(--color-accent)); stroke-linecap: round; stroke-width: 0.68; }
.kit-dots .kit-dot-rest { stroke: color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface)); }
.kit-dots .kit-dot-current { stroke: var(--color-text); stroke-width: 0.84; }

@container tck-card (height > 0px) {
  .kit-donut { container-type: size; }
  .kit-donut-layout { block-size: 100%; }
  .kit-ring { inline-size: min(100cqb, 100cqi); }
  .kit-donut-layout:has(> .kit-legend) > .kit-ring { inline-size: min(100cqb, 46cqi); }
  .kit-calendar { container: kit-calendar / size; }
  .kit-days {
    --kit-day: calc(min(100cqi / 7, 100cqb / (var(--kit-weeks) + 1)) - 2px);
    grid-auto-rows: minmax(0, 1fr);
    block-size: 100%;
  }
  .kit-weekday { padding-block: 0; }
  .kit-days { font-size: clamp(0.75rem, calc(var(--kit-day) * 0.34), 1.25rem); }
  .kit-weekday { font-size: clamp(0.75rem, calc(var(--kit-day) * 0.26), 1rem); }
  .kit-day > span { inline-size: min(var(--kit-day), 4.5rem); }
  .kit-dots > svg { block-size: 100%; aspect-ratio: auto; }
}
@container kit-donut (max-width: 15rem) {
  .kit-donut-layout:has(> .kit-legend) > .kit-ring { inline-size: min(100cqb, 100cqi); }
}
@container kit-donut (min-height: 14rem) and (max-width: 30rem) {
  .kit-donut-layout { flex-direction: column; justify-content: center; }
  .kit-donut-layout:has(> .kit-legend) > .kit-ring { inline-size: min(100cqb - 5.5rem, 100cqi); }
  .kit-donut-layout > .kit-legend {
    flex: none;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    inline-size: 100%;
  }
}
@container kit-calendar (height < 9.5rem) {
  .kit-days { --kit-day: calc(min(100cqi / 7, 100cqb / var(--kit-weeks)) - 2px); font-size: 0.6875rem; }
  .kit-weekday { display: none; }
}
@container kit-calendar ((height < 7.5rem) or (width < 8rem)) {
  .kit-days { grid-template-columns: repeat(7, minmax(0, calc(var(--kit-day) * 1.6))); font-size: 0; }
  .kit-day > span { inline-size: calc(var(--kit-day) * 0.72); background: color-mix(in srgb, var(--color-text-muted) 32%, var(--color-surface)); }
  .kit-day[data-past] > span { opacity: 0.5; }
  .kit-day[data-marked] > span { background: var(--kit-ink); }
}
@media (forced-colors: active) {
  .kit-swatch, .kit-fill, .kit-over, .kit-ring circle, .kit-dots path, .kit-day > span, .kit-event-main::after {
    forced-color-adjust: none;
  }
}
`;
