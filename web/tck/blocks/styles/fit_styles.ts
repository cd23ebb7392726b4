/** What the layout leaves out. They are the last rules. */
export const FIT_STYLES = `
[data-dropped] { display: none !important; }
:is(.kit-text, .kit-heading)[data-clamped] {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: var(--kit-lines) !important;
}
`;
