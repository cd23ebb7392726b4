import assert from "node:assert/strict";
import { createElement } from "react";
import { CardOverlays } from "../../../../preview/shell/viewport/card_overlays.tsx";
import { MeasureOverlay } from "../../../../preview/shell/viewport/measure_overlay.tsx";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openStore, withRendering } from "../rendering.ts";
import type { SmallDocument, SmallElement } from "../small_document.ts";

/** The observers of the page's elements, to which the test reports changes. */
function openObservers() {
  const all = new Set<{ tell: () => void; target: unknown }>();
  class Observer {
    readonly #own = new Set<{ tell: () => void; target: unknown }>();
    constructor(private readonly tell: () => void) {}
    observe(target: unknown): void {
      const one = { tell: this.tell, target };
      this.#own.add(one);
      all.add(one);
    }
    disconnect(): void {
      for (const one of this.#own) all.delete(one);
    }
  }
  const change = (target: unknown) => {
    for (const one of [...all]) if (one.target === target) one.tell();
  };
  return { Observer, change, all };
}

/** A card with a shadow root, in a container. */
function addCard(document: SmallDocument, place: SmallElement): SmallElement {
  const article = document.createElement("article");
  const root = document.createElement("shadow");
  Object.assign(article, { shadowRoot: root, dir: "ltr" });
  article.className = "tck-card";
  return place.appendChild(article);
}

const styles = (article: SmallElement) =>
  (article as unknown as { shadowRoot: SmallElement }).shadowRoot.querySelectorAll("style").length;
const dirOf = (article: SmallElement) => (article as unknown as { dir: string }).dir;

Deno.test("an overlay is on each card that replaces another, once, and goes with its end", async () => {
  const { Observer, change: tell, all } = openObservers();
  const store = openStore();
  await withRendering({ store }, async ({ document, show, change }) => {
    const container = document.documentElement.appendChild(document.createElement("div"));
    const place = { current: container as unknown as HTMLElement };
    const first = addCard(document, container);
    await show(createElement(CardOverlays, { place, content: null }));
    const choose = (changes: Partial<UrlState>) =>
      change(() => store.setState({ url: { ...store.getState().url, ...changes } }));
    for (let times = 0; times < 2; times++) {
      await choose({ overlay: "outline" });
      assert.equal(styles(first), 1);
      tell(container);
      tell(container);
      assert.equal(styles(first), 1, "the card has changed, and is the same");
      await choose({ overlay: "none" });
      assert.deepEqual([styles(first), all.size], [0, 0]);
    }
    await choose({ overlay: "outline" });
    first.remove();
    const second = addCard(document, container);
    tell(container);
    assert.deepEqual([styles(first), styles(second)], [0, 1]);
    container.appendChild(first);
    tell(container);
    assert.deepEqual([styles(first), styles(second)], [1, 1], "a card that was away is back");
    first.remove();
    await choose({ overlay: "none" });
    assert.deepEqual([styles(first), styles(second), all.size], [0, 0, 0]);

    Object.assign(document, { createTreeWalker: () => ({ nextNode: () => null }) });
    await choose({ direction: "rtl" });
    assert.equal(dirOf(second), "rtl");
    Object.assign(second, { dir: "auto" });
    tell(second);
    assert.equal(dirOf(second), "rtl", "the card has written its own");
    await choose({ direction: "ltr" });
    assert.equal(dirOf(second), "ltr");
    await choose({ direction: "auto" });
    assert.deepEqual([dirOf(second), all.size], ["auto", 0]);
  }, { MutationObserver: Observer, NodeFilter: { SHOW_TEXT: 4 } });
});

Deno.test("what is measured is the element under the pointer or with the focus, until it is left", async () => {
  class ShadowRoot {}
  const element = (name: string, isOfCard = true) => ({
    localName: name,
    classList: [],
    offsetWidth: 10,
    getRootNode: () => isOfCard ? new ShadowRoot() : {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 10, height: 10 }),
  });
  class PageElement {
    static [Symbol.hasInstance](value: object | null): boolean {
      return value !== null && "localName" in value;
    }
  }
  const globals = {
    ShadowRoot,
    Element: PageElement,
    HTMLElement: PageElement,
    getComputedStyle: () => ({ getPropertyValue: () => "0" }),
  };
  await withRendering({}, async ({ document, show, change }) => {
    const container = document.documentElement.appendChild(document.createElement("div"));
    container.querySelectorAll = () => [];
    const place = { current: container as unknown as HTMLElement };
    await show(createElement(MeasureOverlay, { place }));
    const send = async (type: string, target: object = container, on: EventTarget = container) => {
      await change(() => on.dispatchEvent(Object.assign(new Event(type), { composedPath: () => [target] })));
      return document.querySelector("strong")?.textContent ?? null;
    };
    const [p, b] = [element("p"), element("b")];
    assert.equal(await send("pointermove", p), "p");
    assert.equal(await send("pointermove", b), "b");
    assert.equal(
      await send("pointermove", element("div", false)),
      null,
      "the card itself is not of its content",
    );
    for (const leave of ["pointerleave", "focusout"]) {
      assert.equal(await send("focusin", p), "p");
      assert.equal(await send(leave), null);
      assert.equal(await send("pointermove", p), "p", "it is back at the same element");
    }
    assert.equal(await send("scroll", container, globalThis), null);
    assert.equal(await send("pointermove", p), "p");
    await show(null);
    assert.equal(await send("pointermove", b), null);
  }, globals);
});
