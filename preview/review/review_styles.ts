/** The styles of the parts of a review, on the preview's page and in a folder. The colours are the host's tokens. */
export const REVIEW_STYLES = `
.review :is(p, figure, fieldset, blockquote, ul) { margin: 0; padding: 0; }
.review-views { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.125rem; border: 0; }
.review-views legend { float: inline-start; margin-inline-end: 0.5rem; color: var(--color-text-muted); }
.review-views label { position: relative; }
.review-views input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.review-views span {
  display: block;
  padding: 0.1875rem 0.625rem;
  color: var(--color-text-muted);
  background: var(--color-surface-raised);
  border: 1px solid var(--color-border);
  border-radius: 0.5rem;
}
.review-views input:hover + span { color: var(--color-text); }
.review-views input:checked + span {
  color: var(--color-accent);
  font-weight: 600;
  background: var(--color-accent-soft);
}
.review-views input:focus-visible + span { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.review:has([name="review-view"][value="beside"]:checked) [data-view]:not([data-view="beside"]),
.review:has([name="review-view"][value="slider"]:checked) [data-view]:not([data-view="slider"]),
.review:has([name="review-view"][value="difference"]:checked) [data-view]:not([data-view="difference"]) {
  display: none;
}
.review img {
  display: block;
  max-width: 100%;
  height: auto;
  border-radius: 0.25rem;
  outline: 1px solid var(--color-border);
}
.review-beside {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), max-content));
  gap: 1rem 1.5rem;
  align-items: start;
}
.review-picture { min-width: 0; max-width: 100%; }
.review-picture figcaption { margin-block-end: 0.25rem; color: var(--color-text-muted); }
.review-slider { --at: 50%; display: grid; gap: 0.5rem; justify-items: start; }
.review-layers { position: relative; display: grid; max-width: 100%; direction: ltr; }
.review-layers > * { grid-area: 1 / 1; place-self: start; }
.review-upper { width: 100%; height: 100%; clip-path: inset(0 calc(100% - var(--at)) 0 0); }
.review-layers::after {
  position: absolute;
  inset-block: 0;
  left: var(--at);
  width: 2px;
  background: var(--color-accent);
  content: "";
  translate: -1px;
}
.review-slider > label { display: flex; gap: 0.5rem; align-items: center; width: min(24rem, 100%); }
.review-slider input { flex: 1; min-width: 0; accent-color: var(--color-accent); direction: ltr; }
.review-status { display: grid; gap: 0.375rem; }
.review-status blockquote {
  padding: 0.375rem 0.75rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  border-inline-start: 3px solid var(--color-negative);
}
.review-badge {
  flex: none;
  white-space: nowrap;
  display: inline-block;
  padding: 0 0.375rem;
  font-size: 0.75rem;
  font-weight: 600;
  line-height: 1.5;
  color: var(--color-text);
  background: var(--color-surface-raised);
  border: 1px solid var(--color-border);
  border-radius: 0.375rem;
}
.review-badge:is([data-kind="accepted"], [data-kind="new"]) { color: var(--color-positive); }
.review-badge:is([data-kind="rejected"], [data-kind="missing"], [data-kind="error"]) { color: var(--color-negative); }
.review-badge:is([data-kind="changed"], [data-kind="warning"]) { color: var(--color-warning); }
.review-hint { color: var(--color-text-muted); }
.review-findings { display: grid; gap: 0.5rem; overflow-wrap: anywhere; list-style: none; }
.review-place { display: block; color: var(--color-text-muted); }
`;
