import assert from "node:assert/strict";
import { createElement } from "react";
import { WidthHandle } from "../../../../preview/shell/viewport/width_handle.tsx";
import type { UrlState } from "../../../../preview/shell/state/url_state.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("the width follows the pointer of each drag until its end, and is then written to the address", async () => {
  const store = openStore();
  const written: (string | null | undefined)[] = [];
  const navigate = ({ width }: Partial<UrlState>) => void written.push(width);
  await withRendering({ store, navigation: { navigate } }, async ({ document, show, fire }) => {
    await show(createElement(WidthHandle, { width: 300, zoom: 1 }));
    const handle = document.querySelector("div")!;
    let left = 0;
    Object.assign(handle, {
      setPointerCapture() {},
      closest: () => ({ getBoundingClientRect: () => ({ left, width: 1_000 }) }),
    });
    const move = async (clientX: number) => {
      await fire(handle, "onPointerMove", { clientX });
      return store.getState().url.width;
    };
    assert.equal(await move(700), null, "no drag has begun");
    for (const [end, place] of [["onPointerUp", 0], ["onPointerCancel", 100]] as const) {
      left = place;
      await fire(handle, "onPointerDown", { pointerId: 1 });
      assert.equal(await move(place + 700), "400");
      assert.equal(await move(place + 680), "360");
      await fire(handle, end);
      assert.equal(written.at(-1), "360");
      assert.equal(await move(place + 800), "360", "the pointer goes on");
      await fire(handle, end);
    }
    assert.equal(written.length, 2);
  });
});
