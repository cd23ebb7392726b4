/** The styles of the blocks. What they give is kept: a host serves them to bundles of every age. */
export const BASE_STYLES = `
.kit-card { container: kit-card / inline-size; padding: var(--kit-inset-block) var(--kit-inset); }
.kit-card, .kit-floating {
  color: var(--color-text);
  font: 400 var(--text-base) / 1.5 var(--font-sans);
  font-variant-numeric: tabular-nums;
  hyphens: auto;
  overflow-wrap: break-word;
}
:where(.kit-card, .kit-floating) a {
  border-radius: 0.25rem;
  color: var(--color-accent);
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
}
:is(.kit-header-title, .kit-heading, .kit-kicker, .kit-text, .kit-item-detail, .kit-event-text, .kit-match-name,
.kit-stat-label, .kit-stat-value, .kit-stat-detail, .kit-meter-detail, .kit-callout-title, .kit-callout-text)[dir] {
  text-align: end;
}
.kit-stack { --kit-own-gap: var(--space-3); display: flex; flex-direction: column; gap: var(--kit-own-gap); }
.kit-row { align-items: center; }
:is(.kit-stack, .kit-grid) > * { min-width: 0; }

.kit-text { line-height: round(up, 1.25em, 0.25rem); text-wrap-style: pretty; }
.kit-clamped {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
}
:is(.kit-text, .kit-badge, .kit-heading, .kit-stat-value, .kit-stat-trend) {
  &[data-tone="muted"] { color: var(--color-text-muted); }
  &[data-tone="accent"] { color: var(--color-accent); }
  &[data-tone="positive"] { color: var(--color-positive); }
  &[data-tone="negative"] { color: var(--color-negative); }
  &[data-tone="warning"] { color: var(--color-warning); }
  &[data-tone="info"] { color: var(--color-info); }
}

.kit-heading { font: 600 var(--text-base) / round(up, 1.25em, 0.25rem) var(--font-sans); text-wrap: balance; }
h2.kit-heading {
  font-family: var(--font-serif);
  font-size: var(--kit-headline, var(--text-xl));
  letter-spacing: -0.01em;
}
.kit-card > .kit-stack:not([data-arranged]) > :is(h2.kit-heading, .kit-heading-group) + .kit-text {
  margin-block-start: calc(var(--kit-gap) / -2);
}
.kit-kicker {
  margin-block-end: var(--space-1);
  color: var(--color-accent);
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: var(--kit-caption-line);
}

.kit-list { padding: 0; font-size: var(--kit-row-text); line-height: var(--kit-row-line); list-style: none; counter-reset: kit-item; }
.kit-item {
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-3);
  align-items: center;
  justify-content: flex-end;
  padding-block: var(--kit-pad);
  break-inside: avoid;
}
/* The end is below it where its longest word has no room beside the end. */
.kit-item-main { flex: 1 1 min-content; min-width: 0; }
/* So what is before it is, and at the start of that line. */
.kit-item > :has(+ .kit-item-main) { margin-inline-end: auto; }
.kit-item-detail {
  color: var(--color-text-muted);
  font-size: var(--text-sm);
  font-weight: 400;
  line-height: var(--kit-row-detail);
}
.kit-item-detail > .kit-meter { padding-block: var(--space-1); }
.kit-item-start { flex: none; min-inline-size: min(var(--kit-start, 0px), 40%); max-inline-size: 40%; }
.kit-item-start > :is(img, svg) { display: block; }
.kit-item-end {
  box-sizing: content-box;
  flex: none;
  min-inline-size: 2.25rem;
  max-inline-size: 100%;
  /* The outline of a link, and the hook of a J, are outside its box. */
  margin-inline: -0.25rem;
  padding-inline: 0.25rem;
  overflow: clip visible;
  text-align: end;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.kit-item-end:has(> .tck-sparkline) { align-self: center; inline-size: 26%; min-inline-size: 3rem; }
ol > .kit-item { align-items: baseline; counter-increment: kit-item; }
ol > .kit-item::before {
  content: counter(kit-item) ".";
  min-inline-size: 1.25em;
  color: var(--color-text-muted);
}
.kit-list[data-divided] > .kit-item + .kit-item { border-block-start: 1px solid var(--color-border); }

.kit-match-sides { flex: 1; min-inline-size: 0; }
.kit-match-side { display: flex; gap: var(--space-2); align-items: center; }
.kit-match-side[data-lost] { color: var(--color-text-muted); }
.kit-match-name { flex: 1; min-inline-size: 0; overflow: clip visible; text-overflow: ellipsis; white-space: nowrap; }
.kit-match-side > :is(img, svg) { flex: none; inline-size: 1rem; block-size: 1rem; }
.kit-match-status {
  flex: none;
  inline-size: min-content;
  min-inline-size: 4.5rem;
  padding-inline-start: var(--space-3);
  border-inline-start: 1px solid var(--color-border);
  color: var(--color-text-muted);
  font-size: var(--text-xs);
  line-height: var(--kit-caption-line);
  text-align: end;
}

.kit-empty {
  display: grid;
  flex: 1 0 auto;
  place-content: center;
  justify-items: center;
  overflow-wrap: anywhere;
  padding-block: var(--space-5);
  text-align: center;
  text-wrap: balance;
}
.kit-empty-icon { margin-block-end: var(--space-2); color: var(--color-text-muted); }
.kit-empty-icon > svg { display: block; inline-size: 1.5rem; block-size: 1.5rem; }
.kit-empty-title { font-size: max(0.9375rem, var(--text-base)); font-weight: 600; line-height: round(up, 1.25em, 0.25rem); }
.kit-empty-text { margin-block-start: var(--space-1); color: var(--color-text-muted); font-size: max(0.8125rem, var(--text-sm)); line-height: 1.25rem; }
@container tck-card (height > 0px) {
  .kit-empty { padding-block: 0; }
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-badge { padding-block: 0; }
}
@container tck-card (height > 0px) and (width < 12rem) {
  .kit-empty-text { font-size: var(--text-sm); line-height: var(--kit-caption-line); }
}

.kit-badge {
  display: inline-block;
  inline-size: fit-content;
  max-inline-size: 100%;
  overflow: clip visible;
  text-overflow: ellipsis;
  white-space: nowrap;
  padding: 1px var(--space-2);
  border: 1px solid color-mix(in srgb, currentcolor 22%, transparent);
  border-radius: 1em;
  background: color-mix(in srgb, currentcolor 6%, transparent);
  font-size: var(--text-xs);
  font-weight: 600;
  line-height: var(--kit-caption-line);
}
[aria-current] .kit-badge { background: color-mix(in srgb, currentcolor 6%, var(--color-surface)); }

.kit-button {
  display: inline-flex;
  align-items: center;
  align-self: start;
  justify-content: center;
  min-block-size: 2.25rem;
  padding: 0.25rem 1rem;
  border: 1px solid var(--color-border);
  border-radius: var(--radius-control);
  background: none;
  color: var(--color-text);
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.25rem;
  text-align: center;
  text-decoration: none;
  hyphens: none;
  cursor: pointer;
}
.kit-button:hover { background: var(--color-surface-raised); }
.kit-button[data-variant="primary"] {
  --kit-ground: var(--kit-action, var(--color-accent));
  border-color: transparent;
  background: var(--kit-ground);
  color: var(--color-on-accent);
}
.kit-button[data-variant="primary"]:hover { background: color-mix(in srgb, var(--kit-ground) 88%, var(--color-text)); }
.kit-button[data-variant="primary"]:active { background: color-mix(in srgb, var(--kit-ground) 80%, var(--color-text)); }
:is(.kit-card, .kit-floating) :is(a, [tabindex]):focus-visible, .kit-button:focus-visible,
.kit-tooltip-trigger:focus-visible, .kit-popover:focus-visible {
  outline: 2px solid var(--color-accent);
  outline-offset: 2px;
}

.kit-image { display: block; max-inline-size: 100%; object-fit: cover; }
.kit-image[data-shape="rounded"] { border-radius: var(--radius-control); }
.kit-image[data-shape="circle"] { aspect-ratio: 1; border-radius: 50%; }

.kit-tooltip-trigger {
  max-inline-size: 100%;
  padding: 0;
  border: 0;
  border-radius: 0.25rem;
  background: none;
  text-align: start;
  text-decoration: underline dotted var(--color-text-muted);
  text-decoration-thickness: 1.5px;
  text-underline-offset: 0.2em;
  cursor: help;
}
.kit-tooltip-anchor { display: inline-block; min-inline-size: 0; border-radius: 0.25rem; }
.kit-column > .kit-tooltip-anchor, .kit-grid > .kit-tooltip-anchor { display: block; }
.kit-floating {
  position: fixed;
  inset: auto;
  inline-size: max-content;
  max-inline-size: min(20rem, 100vw - 0.75rem);
  margin: 0;
  border: 1px solid var(--color-border);
  border-radius: var(--radius-control);
  background: var(--color-surface);
  box-shadow: 0 8px 24px -8px rgb(0 0 0 / 0.35);
}
.kit-floating:not([data-open]) { visibility: hidden; }
.kit-popover { padding: var(--space-4); }
.kit-popover:focus-visible { outline-offset: -2px; }
.kit-tooltip {
  padding: var(--space-1) var(--space-2);
  border-color: transparent;
  background: var(--color-text);
  color: var(--color-surface);
  font-size: 0.8125rem;
  line-height: 1.25rem;
}

.kit-visually-hidden, .kit-more {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

@container kit-card (width > 11rem) {
  .kit-item:has(.kit-item-detail > .kit-meter) > .kit-item-end { min-inline-size: 3.5rem; }
}
@container kit-card (max-width: 11rem) {
  .kit-match-sides:has(.kit-match-score) + .kit-match-status { display: none; }
  .kit-match-status { inline-size: auto; min-inline-size: 0; max-inline-size: 4rem; padding-inline-start: var(--space-2); }
  .kit-item { gap: 0 var(--space-2); justify-content: flex-start; }
  .kit-item-main { min-inline-size: min(3.5rem, 100%); }
  .kit-item-start { max-inline-size: 100%; }
  .kit-item-start ~ .kit-item-end { margin-inline-start: auto; padding-inline-start: 0; }
}
@media (forced-colors: active) {
  .kit-button[data-variant="primary"] { border-color: LinkText; }
  .kit-card[data-urgent] { border-inline-start: 0.25rem solid CanvasText; }
}
@media (prefers-reduced-motion: no-preference) {
  .kit-button:hover { transition: background-color 0.15s ease-out; }
}
`;
