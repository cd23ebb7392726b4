import assert from "node:assert/strict";
import { useFileDrop } from "../../../../preview/shell/canvas/use_file_drop.ts";
import { useInitialScroll } from "../../../../preview/shell/canvas/use_initial_scroll.ts";
import { useNearViewport } from "../../../../preview/shell/canvas/use_near_viewport.ts";
import { withRendering } from "../rendering.ts";
import type { SmallElement } from "../small_document.ts";

/** An observer of the browser, whose changes the test tells. */
function observers() {
  const all: { tell: (entries: unknown[]) => void; isConnected: boolean }[] = [];
  class Observer {
    readonly #own: typeof all[number];
    constructor(tell: (entries: unknown[]) => void) {
      all.push(this.#own = { tell, isConnected: false });
    }
    observe(): void {
      this.#own.isConnected = true;
    }
    disconnect(): void {
      this.#own.isConnected = false;
    }
  }
  return { all, Observer };
}

Deno.test("an inspected card is kept in the window until the cards above it are there, or the reader scrolls", async () => {
  const { all, Observer } = observers();
  await withRendering({}, async ({ use, document, show }) => {
    const list = document.body.appendChild(document.createElement("ol"));
    let loading: SmallElement[] = [];
    let scrolls = 0;
    const [above, card, below] = [0, 1, 2].map(() => list.appendChild(document.createElement("li")));
    for (const item of [above, card, below]) {
      item!.querySelector = () => loading.includes(item!) ? item! : null;
    }
    let top = 2_000;
    Object.assign(card!, {
      getBoundingClientRect: () => ({ top, bottom: top + 300 }),
      scrollIntoView: () => {
        scrolls++;
        top = 0;
      },
    });
    const place = { current: card as unknown as HTMLElement };
    const begin = async (isInspected = true) => {
      await show(null);
      [all.length, scrolls, top] = [0, 0, 2_000];
      await use(() => useInitialScroll(place, isInspected));
    };
    const grow = (pixels: number) => {
      top += pixels;
      if (all[0]?.isConnected) all[0].tell([]);
      return scrolls;
    };
    loading = [above!, below!];
    await begin();
    assert.deepEqual(
      [grow(0), grow(50), grow(900)],
      [1, 1, 2],
      "it stays where less than the window comes above it",
    );
    loading = [below!];
    assert.equal(grow(900), 3);
    assert.deepEqual([grow(900), all[0]!.isConnected], [3, false], "all above it is there");

    loading = [above!];
    await begin();
    assert.equal(grow(0), 1);
    globalThis.dispatchEvent(new Event("wheel"));
    assert.deepEqual([grow(900), all[0]!.isConnected], [1, false], "the reader has scrolled");

    await begin();
    await show(null);
    assert.equal(all[0]!.isConnected, false, "the card is gone");

    await begin(false);
    assert.equal(all.length, 0, "it is not the one of the address");
    await use(() => useInitialScroll(place, true));
    assert.equal(all.length, 0, "the reader has chosen it, who sees it");
  }, { ResizeObserver: Observer, innerHeight: 800 });
});

Deno.test("a card that was once near the window stays loaded", async () => {
  const { all, Observer } = observers();
  await withRendering({}, async ({ use, document, change, show }) => {
    let near: boolean | undefined;
    const read = () =>
      use(() => {
        const [element, isNear] = useNearViewport();
        element.current = document.body as unknown as HTMLElement;
        near = isNear;
      });
    const tell = (isIntersecting: boolean) => change(() => all[0]!.tell([{ isIntersecting }]));
    await read();
    await tell(false);
    assert.deepEqual([near, all.length], [false, 1]);
    await tell(true);
    await read();
    assert.deepEqual([near, all.length, all[0]!.isConnected], [true, 1, false]);
    await show(null);
    await read();
    await show(null);
    assert.equal(all[1]!.isConnected, false);
  }, { IntersectionObserver: Observer });
});

Deno.test("files over the page are shown as long as they are over it, and each drop is taken", () =>
  withRendering({}, async ({ use, change, show }) => {
    const dropped: string[][] = [];
    const read = (isOn = true, round = 1) =>
      use(() => useFileDrop(isOn, (files) => dropped.push([`${round}`, ...files.map(({ name }) => name)])));
    const send = async (type: string, fields: object) => {
      let isPrevented = false;
      const event = Object.assign(new Event(type, { cancelable: true }), fields);
      await change(() => isPrevented = !globalThis.dispatchEvent(event));
      return isPrevented;
    };
    const files = (name: string) => ({ dataTransfer: { types: ["Files"], files: [new File([], name)] } });
    const text = { dataTransfer: { types: ["text/plain"], files: [] } };
    assert.equal(await read(), false);
    for (const round of [1, 2]) {
      await read(true, round);
      assert.equal(await send("dragover", files("a")), true);
      assert.equal(await read(true, round), true);
      await send("dragleave", { relatedTarget: {} });
      assert.equal(await read(true, round), true, "the pointer is over another element");
      await send("dragleave", { relatedTarget: null });
      assert.equal(await read(true, round), false);
      await send("dragover", files("a"));
      assert.equal(await send("drop", files(`file ${round}`)), true);
      assert.equal(await read(true, round), false);
    }
    assert.equal(await send("dragover", text), false);
    assert.equal(await send("drop", text), false);
    assert.deepEqual(dropped, [["1", "file 1"], ["2", "file 2"]]);
    await read(false);
    assert.equal(await send("drop", files("c")), false);
    await read(true);
    await show(null);
    assert.equal(await send("drop", files("c")), false);
    assert.equal(dropped.length, 2);
  }));
