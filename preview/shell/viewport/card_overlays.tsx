import { lazy, type ReactElement, type RefObject, Suspense, useEffect } from "react";
import { pageNonce } from "../content/page_nonce.ts";
import { useShell } from "../shell_context.ts";
import { simulateRules } from "./simulated_rules.ts";

const MeasureOverlay = lazy(async () => ({
  default: (await import("./measure_overlay.tsx")).MeasureOverlay,
}));

interface CardOverlaysProps {
  /** The container of the card. */
  readonly place: RefObject<HTMLElement | null>;
  /** Another value whenever the card has other stylesheets. */
  readonly content: unknown;
}

/**
 * How the address changes the card in a container: outlines, measures, another direction of its text, and the preferences
 * of a reader.
 */
export function CardOverlays({ place, content }: CardOverlaysProps): ReactElement | null {
  const overlay = useShell(({ url }) => url.overlay);
  const direction = useShell(({ url }) => url.direction);
  const motion = useShell(({ url }) => url.motion);
  const contrast = useShell(({ url }) => url.contrast);
  useEffect(() => {
    if (overlay === "outline") return onEachArticle(place.current!, outlineElements);
  }, [place, overlay]);
  useEffect(() => {
    if (direction !== "auto") {
      return onEachArticle(place.current!, (article) => {
        const endMarks = article.dir === direction ? () => {} : markTexts(article);
        const endDirection = fixDirection(article, direction);
        return () => {
          endDirection();
          endMarks();
        };
      });
    }
  }, [place, direction]);
  useEffect(() => {
    if (motion === "auto" && contrast === "auto") return;
    return onEachArticle(place.current!, (article) => simulateRules(article, { motion, contrast }));
  }, [place, motion, contrast, content]);
  if (overlay !== "measure") return null;
  return (
    <Suspense>
      <MeasureOverlay place={place} />
    </Suspense>
  );
}

/** Does something to the card, also to the one that replaces it after an error. @returns ends it */
function onEachArticle(place: HTMLElement, begin: (article: HTMLElement) => () => void): () => void {
  const ends = new Map<HTMLElement, () => void>();
  const update = () => {
    const articles = [...place.querySelectorAll<HTMLElement>("article.tck-card")];
    for (const [article, end] of ends) {
      if (articles.includes(article)) continue;
      end();
      ends.delete(article);
    }
    for (const article of articles) if (!ends.has(article)) ends.set(article, begin(article));
  };
  update();
  const changes = new MutationObserver(update);
  changes.observe(place, { childList: true, subtree: true, attributeFilter: ["data-state"] });
  return () => {
    changes.disconnect();
    for (const end of ends.values()) end();
  };
}

const OUTLINE_CSS = `
*:not([data-tck-layout], [data-tck-content], [data-tck-portal], slot) {
  outline: 1px solid color-mix(in srgb, #d6336c 75%, transparent) !important;
  outline-offset: -1px !important;
}`;

function outlineElements(article: HTMLElement): () => void {
  const style = document.createElement("style");
  style.nonce = pageNonce();
  style.textContent = OUTLINE_CSS;
  article.shadowRoot?.append(style);
  return () => style.remove();
}

/** The card writes its own direction whenever its language changes: it is kept for the end. */
function fixDirection(article: HTMLElement, direction: "ltr" | "rtl"): () => void {
  let own = article.dir;
  const apply = () => {
    if (article.dir === direction) return;
    own = article.dir;
    article.dir = direction;
  };
  apply();
  const changes = new MutationObserver(apply);
  changes.observe(article, { attributeFilter: ["dir"] });
  return () => {
    changes.disconnect();
    article.dir = own;
  };
}

/** Characters without a width that have a direction. */
const MARKS = { ltr: "\u200e", rtl: "\u200f" };

/**
 * Keeps the order of the texts of a card that gets the other direction: one that begins with a number would end with it,
 * such as "hr. ago 1". The texts of a real language of that direction need no mark.
 */
function markTexts(article: HTMLElement): () => void {
  const mark = MARKS[article.dir === "rtl" ? "rtl" : "ltr"];
  const add = () => {
    for (const text of textsOf(article)) if (beginsWithNumber(text)) text.data = mark + text.data;
  };
  add();
  const changes = new MutationObserver(add);
  for (const root of [article, article.shadowRoot]) {
    if (root) changes.observe(root, { childList: true, characterData: true, subtree: true });
  }
  return () => {
    changes.disconnect();
    for (const text of textsOf(article)) if (text.data.startsWith(mark)) text.data = text.data.slice(1);
  };
}

/** Not after another text of the same element, which has a direction already. */
function beginsWithNumber(text: Text): boolean {
  return text.previousSibling === null && /^[^\p{L}\u200e\u200f]*\p{N}/u.test(text.data);
}

function* textsOf(article: HTMLElement): Generator<Text> {
  for (const root of [article, article.shadowRoot]) {
    if (!root) continue;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { localName } = node.parentElement ?? {};
      if (localName !== "style" && localName !== "script") yield node as Text;
    }
  }
}
