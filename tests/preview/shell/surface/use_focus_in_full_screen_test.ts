import assert from "node:assert/strict";
import { useFocusInFullScreen } from "../../../../preview/shell/surface/use_focus_in_full_screen.ts";
import { withRendering } from "../rendering.ts";

Deno.test("the content has the focus each time that the full screen begins and ends, and not between", () =>
  withRendering({}, async ({ use }) => {
    let focused = 0;
    const main = { current: { focus: () => void focused++ } as HTMLElement };
    const shown: number[] = [];
    for (const isFullScreen of [false, false, true, true, false, false, true]) {
      await use(() => useFocusInFullScreen(isFullScreen, main));
      shown.push(focused);
    }
    assert.deepEqual(shown, [0, 0, 1, 1, 2, 2, 3]);
  }));
