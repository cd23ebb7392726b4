import { BLOCK_STYLES } from "@tck/kit";
import type { LoadedBundle } from "@tck/kit/host";

/** The inside of a card's shadow root. */
export interface CardSurface {
  /** What the widget renders into. */
  readonly content: HTMLElement;
  /** What floats above the content: it covers the card and lets the pointer through, and its children do not. */
  readonly portalTarget: HTMLElement;
}

/**
 * Opens the shadow root of a card's article and gives it its sheets (lifecycle specification, D.5 steps 1, 2 and 4). An
 * article has one shadow root for good; a second call, as React's strict mode makes it, finds the first one's.
 *
 * Children of the article, the host's own part of the card, stand below the content through the shadow root's only slot.
 */
export function openCardSurface(article: HTMLElement, bundle: LoadedBundle): CardSurface {
  const root = article.shadowRoot ?? attachRoot(article);
  root.adoptedStyleSheets = [sharedSheet(), widgetSheet(bundle)];
  return {
    content: root.querySelector<HTMLElement>("[data-tck-content]")!,
    portalTarget: root.querySelector<HTMLElement>("[data-tck-portal]")!,
  };
}

function attachRoot(article: HTMLElement): ShadowRoot {
  const root = article.attachShadow({ mode: "open" });
  const content = article.ownerDocument.createElement("div");
  content.dataset.tckContent = "";
  const portalTarget = article.ownerDocument.createElement("div");
  portalTarget.dataset.tckPortal = "";
  root.append(content, article.ownerDocument.createElement("slot"), portalTarget);
  return root;
}

/**
 * What the page's rules hand down by inheritance ends here: a widget begins with the tokens and nothing else. Only what
 * hides or disables a card from outside still does. The rules for elements are in a layer below the widget's own rules,
 * of which some, such as Tailwind's, are in layers themselves.
 */
const RESET_CSS = `
:host { display: block; position: relative; }
:host([hidden]) { display: none; }
[data-tck-content], [data-tck-portal] {
  all: initial;
  box-sizing: border-box;
  display: block;
  visibility: inherit;
  color-scheme: inherit;
  color: var(--color-text);
  font: 400 1rem/1.5 var(--font-sans, system-ui, sans-serif);
  -webkit-text-size-adjust: none;
  text-size-adjust: none;
}
[data-tck-content] { position: relative; isolation: isolate; pointer-events: inherit; }
[data-tck-portal] { position: absolute; inset: 0; z-index: 1; pointer-events: none; }
[data-tck-portal] > * { pointer-events: auto; }
@layer tck.reset {
*, ::before, ::after { box-sizing: border-box; }
h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, blockquote, pre { margin: 0; }
button, input, select, textarea { font: inherit; color: inherit; }
img, svg, video, canvas { max-width: 100%; }
}
`;

let sheetOfAllCards: CSSStyleSheet | undefined;

/** The reset, and the styles of the kit's building blocks: one sheet, which the browser parses once for all cards. */
function sharedSheet(): CSSStyleSheet {
  return sheetOfAllCards ??= createSheet(RESET_CSS + BLOCK_STYLES);
}

/** Cards of one bundle share its sheet, so that the browser parses it once. */
const widgetSheets = new WeakMap<LoadedBundle, CSSStyleSheet>();

function widgetSheet(bundle: LoadedBundle): CSSStyleSheet {
  const sheet = widgetSheets.get(bundle) ?? createSheet(bundle.css ?? "");
  widgetSheets.set(bundle, sheet);
  return sheet;
}

function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
