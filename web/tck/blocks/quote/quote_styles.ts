/** A quote in the serif type of headlines, with the marks of its language. */
export const QUOTE_STYLES = `
.kit-quote { display: flex; flex-direction: column; gap: var(--space-2); min-inline-size: 0; }
.kit-quote > * { flex: none; }
/* With the header above, as values alone are: what the type leaves is between both. */
.kit-quote:last-child > :first-child { margin-block-start: auto; }
.kit-quote-text {
  font-family: var(--font-serif);
  font-size: var(--kit-quote, var(--text-xl));
  letter-spacing: -0.01em;
  line-height: round(up, 1.25em, 0.25rem);
  quotes: auto;
  text-wrap: pretty;
}
.kit-quote-text[dir] { text-align: end; }
.kit-quote-text::before { content: open-quote; }
.kit-quote-text::after { content: close-quote; }
.kit-quote-by { color: var(--color-text-muted); font-size: var(--text-sm); line-height: var(--kit-label-line, 1.25rem); }
.kit-quote-author { color: var(--color-text); font-weight: 600; }
.kit-quote-source::before { content: " · "; }
@container tck-card (width >= 34rem) {
  .kit-quote-text { font-size: var(--kit-quote, 1.75rem); }
}
@container tck-card (height > 0px) {
  .kit-quote { contain: size; }
  .kit-quote-text { overflow-wrap: normal; hyphens: manual; }
  .kit-quote[data-short] {
    .kit-quote-source { display: none; }
    .kit-quote-text { overflow-wrap: anywhere; hyphens: auto; }
  }
  .kit-quote[data-cut] > .kit-quote-text {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--kit-lines);
  }
}
@container tck-card (height > 0px) and (height < 11rem) {
  .kit-quote { gap: var(--space-1); }
}
@container tck-card (height >= 34rem) {
  .kit-quote { gap: var(--space-4); }
}
`;
