import { BLOCK_STYLES } from "@tck/kit";
import type { LoadedBundle } from "@tck/kit/host";
import { RESET_STYLES } from "./reset_styles.ts";
import { followInlineStyles, hasWindowHeight, referSheetToWindow } from "./window_height.ts";

/** The elements of a card's shadow root. */
export interface CardSurface {
  /** The container of the widget. */
  readonly content: HTMLElement;
  /** Covers the card for content above the rest. It ignores pointer events; its children receive them. */
  readonly portalTarget: HTMLElement;
}

/**
 * Attaches a shadow root to a card's article and adopts its sheets (lifecycle specification, D.5 steps 1, 2 and 4). A
 * shadow root cannot be removed, so that a second call, as in React's strict mode, uses the existing one.
 *
 * The article's children are the host's own part of the card; the shadow root's only slot places them below the content,
 * in a card of a fixed size at its bottom. The content box is the query container `tck-card`: of both axes in a card of a
 * fixed size, else of the width only. A bundle without a kit line comes from another bundler, and its content is as high as it
 * needs: for it the container is of the width only, so that the blocks neither fill the card nor fit into it.
 */
export function openCardSurface(article: HTMLElement, bundle: LoadedBundle): CardSurface {
  const root = article.shadowRoot ?? attachRoot(article);
  if (hasWindowHeight(article.ownerDocument)) followInlineStyles(root);
  root.adoptedStyleSheets = [sharedSheet(), widgetSheet(bundle)];
  const content = root.querySelector<HTMLElement>("[data-tck-content]")!;
  content.toggleAttribute("data-tck-unfitted", bundle.kitVersion === null);
  return { content, portalTarget: root.querySelector<HTMLElement>("[data-tck-portal]")! };
}

function attachRoot(article: HTMLElement): ShadowRoot {
  const root = article.attachShadow({ mode: "open" });
  const create = (mark: "tckLayout" | "tckContent" | "tckPortal") => {
    const element = article.ownerDocument.createElement("div");
    element.dataset[mark] = "";
    return element;
  };
  const layout = create("tckLayout");
  layout.append(create("tckContent"), article.ownerDocument.createElement("slot"));
  root.append(layout, create("tckPortal"));
  return root;
}

let cachedSharedSheet: CSSStyleSheet | undefined;

/** The reset and the styles of the kit's building blocks, in one sheet that is parsed once for all cards. */
function sharedSheet(): CSSStyleSheet {
  return cachedSharedSheet ??= createSheet(RESET_STYLES + BLOCK_STYLES);
}

/** One sheet per bundle, so that it is parsed once for all its cards. */
const widgetSheets = new WeakMap<LoadedBundle, CSSStyleSheet>();

function widgetSheet(bundle: LoadedBundle): CSSStyleSheet {
  const known = widgetSheets.get(bundle);
  if (known !== undefined) return known;
  const sheet = createSheet(bundle.css ?? "");
  if (hasWindowHeight(document)) referSheetToWindow(sheet);
  widgetSheets.set(bundle, sheet);
  return sheet;
}

function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
