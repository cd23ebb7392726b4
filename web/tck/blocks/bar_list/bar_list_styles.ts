/** A bar is behind the text of its row. Lines between rows would cross the bars. */
export const BAR_LIST_STYLES = `
.kit-bars > .kit-bar {
  position: relative;
  isolation: isolate;
  padding-inline: var(--space-2);
  border: 0 !important;
}
.kit-bar::before {
  content: "";
  position: absolute;
  inset-block: 1px;
  inset-inline-start: 0;
  z-index: -1;
  inline-size: max(4px, 100% * var(--kit-share));
  box-sizing: border-box;
  border-inline-start: 4px solid var(--kit-ink, var(--color-accent));
  border-radius: 4px;
  background: color-mix(in srgb, var(--kit-ink, var(--color-accent)) 20%, var(--color-surface));
}
.kit-bar > .kit-item-end { font-weight: 600; }
@media (forced-colors: active) {
  .kit-bar::before { border-block: 1px solid CanvasText; border-inline-end: 1px solid CanvasText; }
}
`;
