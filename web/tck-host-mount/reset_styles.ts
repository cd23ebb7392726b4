/**
 * Resets the properties that are inherited from the page: a widget starts with the tokens only. `visibility` and
 * `pointer-events` are inherited, so that the page can hide or disable a card, and `print-color-adjust`, so that it decides
 * whether backgrounds are printed. The element rules are in a layer of their own, so that the widget's rules override them
 * even from a layer, such as Tailwind's.
 */
export const RESET_STYLES = `
:host { display: block; position: relative; }
:host([hidden]) { display: none; }
[data-tck-layout] { display: flex; flex-direction: column; block-size: 100%; }
slot { display: block; flex: none; }
[data-tck-content], [data-tck-portal] {
  all: initial;
  box-sizing: border-box;
  display: block;
  visibility: inherit;
  color-scheme: inherit;
  print-color-adjust: inherit;
  color: var(--color-text);
  font: 400 1rem/1.5 var(--font-sans, system-ui, sans-serif);
  -webkit-text-size-adjust: none;
  text-size-adjust: none;
}
[data-tck-content] {
  position: relative;
  isolation: isolate;
  pointer-events: inherit;
  container: tck-card / inline-size;
}
:host([data-fixed]) [data-tck-content] {
  flex: 1 1 0;
  min-block-size: 0;
  overflow: hidden;
}
:host([data-fixed]) [data-tck-content]:not([data-tck-unfitted]) { container-type: size; }
[data-tck-portal] { position: absolute; inset: 0; z-index: 1; pointer-events: none; }
/* A layer without content of its own, or with popovers only, would cover the card for tools that look for what is on top. */
[data-tck-portal]:not(:has(> :not([popover]))) { inset: auto; inline-size: 0; block-size: 0; }
[data-tck-portal] > * { pointer-events: auto; }
@layer tck.reset {
*, ::before, ::after { box-sizing: border-box; }
h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, blockquote, pre { margin: 0; }
button, input, select, textarea { font: inherit; color: inherit; }
img, svg, video, canvas { max-width: 100%; }
}
`;
